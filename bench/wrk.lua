-- Sends prepared requests in turn. The file holds, for each, its length on a line and then its bytes.
local requests, count, at = {}, 0, 0

function init(args)
    local file = assert(io.open(args[1], "rb"))
    for length in function() return file:read("*l") end do
        count = count + 1
        requests[count] = file:read(tonumber(length))
    end
    file:close()
    -- elsewhere in each run, so that a large file is gone through in the end
    math.randomseed(os.time())
    at = math.random(count)
end

function request()
    at = at % count + 1
    return requests[at]
end

function done(summary)
    local errors = summary.errors
    io.write(string.format('{"requests":%d,"micros":%d,"refused":%d,"broken":%d}\n', summary.requests, summary.duration,
        errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
