-- Sends prepared requests in turn. The file has the length of each on a line and then its bytes.
local requests, count, at = {}, 0, 0

function init(args)
    local file = assert(io.open(args[1], "rb"))
    for length in function() return file:read("*l") end do
        count = count + 1
        requests[count] = file:read(tonumber(length))
    end
    file:close()
    -- starts elsewhere in each run, so that the runs together send a whole large file
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
