#!/usr/bin/env python3
"""Runs the scenarios of contract/client with the clients of this folder, against the server that DEMO_FILE
names. contract/client/README.md explains them; scripts/test-clients starts this.

    scenarios.py [--only NAME...] LANGUAGE...
    scenarios.py --pace LANGUAGE...    creates 30,000 entries, and compares the time with the pace
"""
import argparse
import functools
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIOS = ROOT / 'contract/client/scenarios'
# limits the simultaneous drivers of a language; each scenario has its own merchant and so its own pace
DRIVERS = 5
WRITES = ('/Stock/Creat', '/Stock/Delete', '/Stock/Undo')
# these run beside the scenarios, from clients/LANGUAGE/test/checks
CHECKS = 'checks'
WRITE_CALLS = ('create_stock', 'delete_stock', 'undo')
PACE_SECONDS = 2
WARM_UP_REQUESTS = 20
# makes 30,000 entries in 6,000 colours
PACE_REQUESTS = 20
PACE_ENTRIES = {'products': 30, 'colours': 200, 'sizes': 5, 'stock': 7}


class Mismatch(Exception):
    """Is raised when a result differs from the scenario."""


def post(base, path, body, headers):
    """Sends a request over a new connection and returns status, headers and body."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(base).netloc, timeout=60)
    try:
        connection.request('POST', path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()
    finally:
        connection.close()


class Platform:
    """Calls the server, and its operator's interface."""

    def __init__(self, demo):
        self.base = demo['baseUrl']
        self.admin = demo['adminUrl']
        self.key = demo['operatorKey']
        # allows one call at a time, because a server answers few simultaneous calls of an operator
        self.lock = threading.Lock()

    def operate(self, path, body, type='application/json'):
        text = body if isinstance(body, str) else json.dumps(body)
        headers = {'Authorization': 'Bearer ' + self.key, 'Content-Type': type}
        with self.lock:
            status, _, answer = post(self.admin, '/admin/v1' + path, text.encode(), headers)
        if status not in (200, 201):
            raise Mismatch(f'operator {path}: {status} {answer.decode()}')
        return json.loads(answer)


class Program:
    """Calls the server without a client, as an application with a token of an account."""

    def __init__(self, platform, merchant, name):
        self.platform = platform
        self.shop = f'88{merchant}'
        account = platform.operate(f'/merchants/{merchant}/accounts', {
            'name': name, 'store': {'platform': 'tb', 'shopId': self.shop + name, 'shopName': name}})
        application = platform.operate('/applications', {'name': name})
        self.appid = str(application['applicationId'])
        self.secret = application['secret']
        self.token = platform.operate('/tokens', {
            'applicationId': application['applicationId'], 'merchantId': merchant,
            'accountId': account['accountId'], 'days': 1})['accesstoken']
        self.shop += name
        self.sent = 0

    def call(self, path, body):
        """Waits for its turn if necessary, and fails unless the answer is a success."""
        self.sent += 1
        key = f'other-{self.sent}'
        while True:
            timestamp = str(int(time.time()))
            text, type = (body, 'application/x-www-form-urlencoded') if isinstance(body, str) else (
                json.dumps(body), 'application/json')
            status, headers, answer = post(self.platform.base, path, text.encode(), {
                'appid': self.appid, 'timestamp': timestamp, 'sign': sign(self.secret, timestamp),
                'accesstoken': self.token, 'Content-Type': type, 'Idempotency-Key': key})
            if status == 429:
                time.sleep(int(dict(headers).get('Next-Turn-Ms', 1000)) / 1000 + 0.02)
                continue
            read = json.loads(answer)
            if status != 200 or not read['success']:
                raise Mismatch(f'{path} of another program: {status} {answer.decode()}')
            return read


def sign(secret, timestamp):
    return hashlib.md5((secret + timestamp).encode()).hexdigest().upper()


class Merchant:
    """Adds a merchant for a scenario, with the given products and stock."""

    numbers = iter(range(1, 1 << 30))

    def __init__(self, platform, given):
        name = f'scenario-{time.time_ns()}-{next(Merchant.numbers)}'
        merchant = platform.operate('/merchants', {'storeUrl': name[:32], 'storeName': name})['merchantId']
        self.client = Program(platform, merchant, 'client')
        self.make_other = lambda: Program(platform, merchant, 'other')
        products = given.get('products', 0)
        art_nos = [f'S-{n + 1}' for n in range(products)] if isinstance(products, int) else products
        if art_nos:
            lines = [json.dumps({'artNo': art_no, 'title': 'Shoe ' + art_no, 'price': '59.00',
                                 'images': ['https://pictures.example/1.jpg']}) for art_no in art_nos]
            platform.operate(f'/merchants/{merchant}/products', '\n'.join(lines), 'application/x-ndjson')
        pids = []
        for page in range(1, (len(art_nos) + 99) // 100 + 1):
            pids += [it['id'] for it in self.client.call('/Stock/Product', f'page={page}&pageSize=100')['data']]
        self.values = {'pids': pids, 'artNos': art_nos, 'shopId': self.client.shop, 'appid': self.client.appid}
        self.values.update({f'p{n + 1}': pid for n, pid in enumerate(pids)})
        if 'stock' in given:
            self.other.call('/Stock/Creat', groups(fill(given['stock'], self.values)))

    @functools.cached_property
    def other(self):
        return self.make_other()


def groups(entries):
    """Groups entries as the interface takes them."""
    colours = {}
    for entry in entries:
        item = {name: value for name, value in entry.items() if name not in ('pid', 'color')}
        item['size'] = str(item['size'])
        colours.setdefault((entry['pid'], entry['color']), []).append(item)
    return [{'pid': pid, 'color': color, 'param': param} for (pid, color), param in colours.items()]


def fill(node, values):
    """Replaces placeholders by their values, and generates entries."""
    if isinstance(node, dict) and '$entries' in node:
        want = node['$entries']
        return [{'pid': pid, 'color': f'colour {colour + 1}', 'size': 36 + size, 'stock': want['stock']}
                for pid in values['pids'][:want['products']]
                for colour in range(want['colours']) for size in range(want['sizes'])]
    if isinstance(node, dict) and '$join' in node:
        return [element for part in node['$join'] for element in fill(part, values)]
    if isinstance(node, dict):
        return {name: fill(value, values) for name, value in node.items()}
    if isinstance(node, list):
        return [fill(element, values) for element in node]
    if isinstance(node, str):
        alone = re.fullmatch(r'\{(\w+)\}', node)
        if alone:
            return values[alone[1]]
        return re.sub(r'\{(\w+)\}', lambda found: str(values.get(found[1], found[0])), node)
    return node


def match(expected, came, values, at=''):
    """Compares a result with the expected one; new placeholders take the value that came."""
    def fail():
        raise Mismatch(f'{at or "result"}: {short(came)} (expected: {short(expected)})')

    if isinstance(expected, str) and re.fullmatch(r'\{\w+\}', expected):
        name = expected[1:-1]
        if came is None or came == '' or values.setdefault(name, came) != came:
            fail()
    elif isinstance(expected, dict) and any(name.startswith('$') for name in expected):
        if not all(special(name, value, came) for name, value in expected.items()):
            fail()
    elif isinstance(expected, dict):
        if not isinstance(came, dict):
            fail()
        for name, value in expected.items():
            match(value, came.get(name), values, f'{at}.{name}')
    elif isinstance(expected, list):
        if not isinstance(came, list) or len(came) != len(expected):
            fail()
        for number, value in enumerate(expected):
            match(value, came[number], values, f'{at}[{number}]')
    elif isinstance(expected, bool) or expected is None or isinstance(came, bool):
        if came is not expected:
            fail()
    elif came != expected:
        fail()


def special(name, value, came):
    if name == '$count':
        return isinstance(came, (list, dict)) and len(came) == value
    if name == '$counts':
        return isinstance(came, list) and {it: came.count(it) for it in set(came)} == value
    if name == '$matches':
        return isinstance(came, str) and re.search(value, came) is not None
    if name in ('$atLeast', '$atMost'):
        number = isinstance(came, (int, float)) and not isinstance(came, bool)
        return number and (came >= value if name == '$atLeast' else came <= value)
    raise Mismatch(f'{name}: unknown (see contract/client/README.md)')


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 400 else text[:400] + '…'


class Passage:
    """Records what passes the proxy in one scenario: requests, remaining faults, and violations."""

    def __init__(self, language, credentials):
        self.language = language
        self.credentials = credentials
        self.lock = threading.Condition()
        self.begin([])
        self.wrong = []

    def begin(self, faults):
        """Begins a step with these faults."""
        with self.lock:
            self.faults = list(faults)
            self.seen = []

    def next(self, path, headers, body):
        """Records the request, and returns the fault for it."""
        with self.lock:
            self.seen.append({'path': path, 'key': headers['Idempotency-Key'], 'body': body, 'time': time.monotonic()})
            self.wrong += list(self.violations(path, headers))
            self.lock.notify_all()
            return self.faults.pop(0) if self.faults else 'pass'

    def await_requests(self, count):
        """Waits up to a minute for this many requests of the step."""
        with self.lock:
            return self.lock.wait_for(lambda: len(self.seen) >= count, 60)

    def violations(self, path, headers):
        timestamp = headers['timestamp'] or ''
        if not re.fullmatch(r'\d{10}', timestamp):
            yield f'timestamp: {timestamp} (expected: seconds)'
        if headers['sign'] != sign(self.credentials['secret'], timestamp):
            yield f'sign: {headers["sign"]} (expected: the MD5 of secret and timestamp, in upper case)'
        if (headers['appid'], headers['accesstoken']) != (self.credentials['appid'], self.credentials['token']):
            yield 'appid, accesstoken: not those the client was given'
        if not (headers['User-Agent'] or '').startswith(f'stockroom-client-{self.language}/'):
            yield f'User-Agent: {headers["User-Agent"]} (expected: stockroom-client-{self.language}/VERSION)'
        if headers['Content-Length'] is None:
            yield 'Content-Length: missing'
        if path in WRITES and not re.fullmatch('[!-~]{1,64}', headers['Idempotency-Key'] or ''):
            yield f'Idempotency-Key: {headers["Idempotency-Key"]} (expected: 1 to 64 visible characters)'


class Proxy(http.server.ThreadingHTTPServer):
    """Passes requests of /NUMBER/PATH on to PATH of the server."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, target):
        super().__init__(('127.0.0.1', 0), ProxyHandler)
        self.target = target
        self.passages = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def open(self, passage):
        """Returns the address of this passage."""
        number = str(len(self.passages) + 1)
        self.passages[number] = passage
        return f'http://127.0.0.1:{self.server_address[1]}/{number}'

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class ProxyHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        number, _, path = self.path[1:].partition('/')
        path = '/' + path
        body = self.rfile.read(int(self.headers['Content-Length'] or 0))
        fault = self.server.passages[number].next(path, self.headers, body)
        if fault == 'cut':
            self.close_connection = True
            return
        if isinstance(fault, dict) and 'status' in fault:
            self.answer(fault['status'], fault.get('headers', {}).items(), fault.get('body', '').encode())
            return
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ('host', 'connection')}
        status, answered, text = post(self.server.target, path, body, headers)
        if fault == 'cut-answer':
            self.close_connection = True
            return
        others = fault['headers'] if isinstance(fault, dict) else {}
        replaced = {name.lower() for name in others}
        kept = [(name, value) for name, value in answered if name.lower() not in replaced]
        self.answer(status, [*kept, *others.items()], text)

    def do_GET(self):
        self.server.passages[self.path[1:].partition('/')[0]].wrong.append(f'GET {self.path} (expected: POST alone)')
        self.close_connection = True

    def answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ('connection', 'content-length', 'transfer-encoding'):
                self.send_header(name, value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Driver:
    """Runs the program that calls a client, see `A driver` in contract/client/README.md."""

    def __init__(self, language):
        self.errors = []
        self.process = subprocess.Popen(
            [str(ROOT / 'clients' / language / 'test/driver')], cwd=ROOT, encoding='utf-8',
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        for stream, put in ((self.process.stdout, self.lines.put), (self.process.stderr, self.errors.append)):
            threading.Thread(target=self.read, args=(stream, put), daemon=True).start()

    def read(self, stream, put):
        for line in stream:
            put(line)
        put('')

    def ask(self, order):
        try:
            self.process.stdin.write(json.dumps(order, ensure_ascii=False) + '\n')
            self.process.stdin.flush()
            line = self.lines.get(timeout=120)
            answer = json.loads(line)
        except (OSError, ValueError, queue.Empty) as e:
            self.close()
            raise Mismatch(f'the driver does not answer: {e!r}\n{"".join(self.errors[-20:])}') from e
        if 'crashed' in answer:
            raise Mismatch(f'the driver crashed: {answer["crashed"]}\n{"".join(self.errors[-20:])}')
        return line, answer

    def alive(self):
        return self.process.poll() is None

    def close(self):
        """Closes the program's input, which ends it."""
        try:
            self.process.stdin.close()
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Run:
    """Runs one scenario with one client."""

    def __init__(self, proxy, platform, language, scenario, driver):
        self.merchant = Merchant(platform, scenario.get('given', {}))
        settings = dict(scenario.get('client', {}))
        program = self.merchant.client
        credentials = {'appid': program.appid, 'secret': program.secret, 'token': program.token, **settings}
        self.hidden = [credentials['secret'], credentials['token']]
        self.passage = Passage(language, credentials)
        self.driver = driver
        printed, _ = driver.ask({'client': {'address': proxy.open(self.passage), **credentials}})
        self.refuse_secrets(printed)
        for number, step in enumerate(scenario['steps']):
            try:
                self.step(step)
            except Mismatch as e:
                raise Mismatch(f'step {number + 1}, {step.get("call", "other")}: {e}') from e

    def refuse_secrets(self, printed):
        if any(hidden in printed for hidden in self.hidden):
            raise Mismatch('the secret or the token is printed')

    def step(self, step):
        if 'other' in step:
            self.other(step['other'])
            return
        self.passage.begin(step.get('faults', []))
        problems = []
        meanwhile = threading.Thread(target=self.meanwhile, args=(step.get('meanwhile'), problems))
        begun = time.monotonic()
        meanwhile.start()
        printed, answer = self.driver.ask({'call': step['call'], 'args': fill(step.get('args', {}), self.merchant.values)})
        seconds = time.monotonic() - begun
        meanwhile.join()
        self.refuse_secrets(printed)
        wrong = problems + self.passage.wrong
        if wrong:
            raise Mismatch('; '.join(wrong))
        kind = 'result' if 'result' in step else 'refused'
        if kind not in answer:
            raise Mismatch(f'{short(answer)} (expected: {kind} {short(step[kind])})')
        match(step[kind], answer[kind], self.merchant.values)
        if self.passage.faults:
            raise Mismatch(f'faults that met no request: {self.passage.faults}')
        self.requests(step.get('requests', {}))
        allowed = step.get('seconds', {})
        if not allowed.get('atLeast', 0) <= seconds <= allowed.get('atMost', 1e9):
            raise Mismatch(f'took {seconds:.2f} s (expected: {allowed})')

    def requests(self, expected):
        seen = self.passage.seen
        came = {
            'count': len(seen),
            'keys': len({it['key'] for it in seen}),
            'elements': [len(json.loads(it['body'])) for it in seen] if 'elements' in expected else None,
        }
        times = expected.get('times')
        match({name: value for name, value in expected.items() if name != 'times'}, came, {}, 'requests')
        gaps = [b['time'] - a['time'] for a, b in zip(seen, seen[1:])] if times else []
        if any(not 1.95 <= gap <= 20 for gap in gaps):
            raise Mismatch(f'seconds between requests: {gaps} (expected: 1.95 to 20)')

    def other(self, request):
        program = self.merchant.client if request.get('as') == 'client' else self.merchant.other
        for _ in range(request.get('times', 1)):
            program.call(request['path'], fill(request['body'], self.merchant.values))

    def meanwhile(self, request, problems):
        if request:
            count = request.get('requests', 1)
            if not self.passage.await_requests(count):
                problems.append(f'requests: fewer than {count}')
                return
            time.sleep(request['after'])
            try:
                self.other(request)
            except Mismatch as e:
                problems.append(str(e))


def run_language(language, work, carry_out, report):
    """Runs several drivers at once, and reports every piece of work by name."""
    def worker():
        driver = None
        while True:
            try:
                name, scenario = work.get_nowait()
            except queue.Empty:
                break
            begun = time.monotonic()
            try:
                if driver is None or not driver.alive():
                    driver = Driver(language)
                carry_out(language, name, scenario, driver)
                report(language, name, time.monotonic() - begun, None)
            except Exception as e:  # any exception fails the scenario
                report(language, name, time.monotonic() - begun, str(e) if isinstance(e, Mismatch) else repr(e))
                if driver:
                    driver.close()
                driver = None
        if driver:
            driver.close()

    workers = [threading.Thread(target=worker) for _ in range(DRIVERS)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()


def build(language):
    script = ROOT / 'clients' / language / 'test/build'
    if script.exists():
        subprocess.run([str(script)], cwd=ROOT, check=True)


def check(platform, script):
    """Uses its own merchant, so that nobody else takes its turns."""
    merchant = Merchant(platform, {'products': 2, 'stock': [{'pid': '{p1}', 'color': 'red', 'size': 38, 'stock': 5}]})
    program = merchant.client
    credentials = {'STOCKROOM_ADDRESS': platform.base, 'STOCKROOM_APPID': program.appid,
                   'STOCKROOM_SECRET': program.secret, 'STOCKROOM_TOKEN': program.token}
    done = subprocess.run([str(script)], cwd=ROOT, env={**os.environ, **credentials}, encoding='utf-8',
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    if done.returncode != 0:
        raise Mismatch(f'{script.relative_to(ROOT)} ended with {done.returncode}\n{done.stdout}')


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--only', nargs='+', default=[])
    options.add_argument('--pace', action='store_true')
    options.add_argument('languages', nargs='+')
    given = options.parse_args()
    platform = Platform(json.loads(pathlib.Path(os.environ['DEMO_FILE']).read_text()))
    if given.pace:
        for language in given.languages:
            build(language)
        return pace(platform, given.languages)
    scenarios = {file.stem: json.loads(file.read_text()) for file in sorted(SCENARIOS.glob('*.json'))
                 if not given.only or file.stem in given.only}
    proxy = Proxy(platform.base)
    # starts with those that wait for most turns
    in_order = sorted(scenarios.items(), key=lambda it: -sum(step.get('call') in WRITE_CALLS for step in it[1]['steps']))
    results = {language: {} for language in given.languages}
    lock = threading.Lock()

    def report(language, name, seconds, failure):
        with lock:
            results[language][name] = failure
            print(f'{"not ok" if failure else "ok"} {language} {name} ({seconds:.1f} s)', flush=True)
            if failure:
                print('    ' + failure.replace('\n', '\n    '), flush=True)

    def carry_out(language, name, scenario, driver):
        if name == CHECKS:
            check(platform, scenario)
        else:
            Run(proxy, platform, language, scenario, driver)

    def start(language):
        build(language)
        work = queue.Queue()
        checks = ROOT / 'clients' / language / 'test/checks'
        if checks.exists() and not given.only:
            work.put((CHECKS, checks))
        for item in in_order:
            work.put(item)
        run_language(language, work, carry_out, report)

    threads = [threading.Thread(target=start, args=(language,)) for language in given.languages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failed = False
    for language, done in results.items():
        bad = [name for name in {**scenarios, **done} if done.get(name, 'not carried out') is not None]
        failed |= bool(bad) or not scenarios
        good = sum(name not in bad for name in scenarios)
        print(f'{language}: {good} of {len(scenarios)} scenarios' + ''.join(f'\n  {it}' for it in bad))
    return 1 if failed else 0


def pace(platform, languages):
    """Runs the languages one after the other, since their time is measured."""
    # a new server is slow at first; each merchant has its own turn
    for _ in range(WARM_UP_REQUESTS):
        merchant = Merchant(platform, {'products': 1})
        some = fill({'$entries': {'products': 1, 'colours': 300, 'sizes': 5, 'stock': 7}}, merchant.values)
        merchant.other.call('/Stock/Creat', groups(some))
    failed = False
    for language in languages:
        merchant = Merchant(platform, {'products': PACE_ENTRIES['products']})
        program = merchant.client
        credentials = {'appid': program.appid, 'secret': program.secret, 'token': program.token}
        driver = Driver(language)
        # calls the server without the proxy
        driver.ask({'client': {'address': platform.base, **credentials}})
        entries = fill({'$entries': PACE_ENTRIES}, merchant.values)
        begun = time.monotonic()
        _, answer = driver.ask({'call': 'create_stock', 'args': {'entries': entries}})
        seconds = time.monotonic() - begun
        driver.close()
        report = answer.get('result', {})
        written = report.get('states', []).count('written')
        there = sum(len(it['stock']) for pid in merchant.values['pids'] for it in
                    merchant.other.call('/Stock/Batch', {'productids': [pid]})['data'])
        least = (report.get('requests', 0) - 1) * PACE_SECONDS
        over = round(seconds / least * 100 - 100, 2) if least > 0 else 100
        passed = 0 <= over <= 5 and written == there == len(entries) and report['requests'] == PACE_REQUESTS
        failed |= not passed
        print(f'{language}: {written} entries written, {there} there, {report.get("requests")} requests in {seconds:.2f} s; '
              f'{over} % over {least} s', flush=True)
        figures = ROOT / 'target/figures'
        figures.mkdir(parents=True, exist_ok=True)
        figure = {'name': f'client-{language}-pace', 'value': over, 'unit': '% over the pace', 'target': '<= 5', 'pass': passed}
        (figures / f'client-{language}-pace.json').write_text(json.dumps(figure, separators=(',', ':')) + '\n')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
