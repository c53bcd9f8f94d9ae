// Shows a description and signs every call that a reader sends from it; on the operators' page, calls carry a key instead.
// Credentials are read from the fields when a call is sent and are kept nowhere else.
import { showCalls } from './calls.js';

const operators = Boolean(document.getElementById('key'));
const SIGNED = operators ? ['key'] : ['appid', 'secret', 'accesstoken'];
const TEXTS = {
  en: {
    signed: operators ? 'Calls carry the key.' : 'Calls are signed.',
    demonstration: 'These are the credentials of the demonstration. Calls are signed.',
    missing: names => 'Still missing: ' + names.join(', ') + '.',
    skew: (seconds, ahead) => 'The clock of this computer is ' + seconds + ' seconds ' + (ahead ? 'ahead of' : 'behind')
        + ' the server\'s. The next call is signed with the server\'s time: send it again.',
    reference: 'Reference',
    everyCall: 'What holds for every call',
    send: 'Send',
    sendDry: 'Send as a dry run',
    write: 'Send, and change stock',
    dryHere: 'On this page it is true until you choose false. A real write without an `Idempotency-Key` gets a new one.',
  },
  zh: {
    title: 'Stockroom 商家接口',
    operatorsTitle: 'Stockroom 运营接口',
    key: '运营密钥',
    aboutKey: '在下面发送的每次调用都会带上此密钥，并在本平台上真正执行。密钥只保留在本页面，关闭页面即清除。'
        + '响应下方显示的命令中含有密钥，请勿转发。',
    guide: '使用指南',
    reference: '接口参考',
    theme: '浅色／深色',
    credentials: '凭据',
    about: '填写之后，在下面发送的每次调用都会在浏览器中签名。凭据只保留在本页面，关闭页面即清除；secret 不会被发送。'
        + '响应下方显示的命令中含有 sign 和 accesstoken，请勿转发。',
    dry: '在本页面，变更库存的调用默认是试运行：只做检查，不修改任何数据；把 Dry-Run 改为 false 才会真正执行。',
    length: '32 个字符',
    signed: operators ? '发送时会带上密钥。' : '发送时会自动签名。',
    demonstration: '已填入演示环境的凭据，发送时会自动签名。',
    missing: names => '还缺少：' + names.join('、') + '。',
    skew: (seconds, ahead) => '本机时钟比服务器' + (ahead ? '快' : '慢') + ' ' + seconds
        + ' 秒。下一次调用会按服务器的时间签名，请再发送一次。',
    everyCall: '所有接口的共同约定',
    send: '发送',
    sendDry: '试运行',
    write: '发送并变更库存',
    dryHere: '在本页面默认为 true，选 false 才会真正执行；真正执行时若未填 `Idempotency-Key`，会自动生成一个。',
  },
};
const asked = new URLSearchParams(location.search).get('lang') || navigator.language;
const language = asked.toLowerCase().startsWith('zh') ? 'zh' : 'en';
const text = TEXTS[language];
const note = document.getElementById('note');
/** Seconds that the server's clock is ahead of this one. */
let skew = 0;

function speak() {
  document.documentElement.lang = language;
  document.querySelectorAll('[data-text]').forEach(it => {
    it.textContent = text[it.dataset.text] || it.textContent;
  });
  for (const name of ['placeholder', 'title']) {
    document.querySelectorAll('[data-' + name + ']').forEach(it => {
      it[name] = text[it.dataset[name]] || it[name];
    });
  }
  const other = document.getElementById('language');
  if (language === 'zh') {
    other.href = '?lang=en';
    other.lang = other.hreflang = 'en';
    other.textContent = 'English';
  }
  other.hash = location.hash;
}

/** As the reader's system has it, until the button is pressed. */
function colour() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = dark => document.documentElement.classList.toggle('dark-mode', dark);
  show(system.matches);
  system.addEventListener('change', () => show(system.matches));
  document.getElementById('theme').addEventListener('click',
      () => show(!document.documentElement.classList.contains('dark-mode')));
}

/** Links to the documentation, where the operator has set its address, and the credentials of a demonstration. */
async function ask() {
  const { guide, demonstration } = operators ? {} : await (await fetch('docs/server.json')).json();
  const documentation = guide && guide + (language === 'zh' ? '/zh/' : '/');
  const reference = guide && documentation + 'reference/';
  for (const [id, address] of guide ? Object.entries({ guide: documentation, reference }) : []) {
    const link = document.getElementById(id);
    link.href = address;
    link.hidden = false;
  }
  if (demonstration) {
    SIGNED.forEach(name => {
      document.getElementById(name).value = demonstration[name];
    });
    tell(text.demonstration);
  } else {
    tellWhatIsMissing();
  }
  return reference;
}

function value(name) {
  return document.getElementById(name).value.trim();
}

function tell(what) {
  note.textContent = what;
}

function whatIsMissing() {
  return SIGNED.filter(name => !value(name));
}

function tellWhatIsMissing() {
  const missing = whatIsMissing();
  tell(missing.length === 0 ? text.signed : text.missing(missing));
}

/** Whoever has sent a call without credentials is shown where they belong. */
function askForWhatIsMissing() {
  tellWhatIsMissing();
  if (whatIsMissing().length > 0) {
    document.getElementById('credentials').open = true;
  }
}

/** Sets the header of a call to this server; nothing else gets the key. */
function carry(request) {
  const url = new URL(request.url, location.href);
  if (url.origin === location.origin && url.pathname.startsWith('/admin/v1/')) {
    // beside this page, where a proxy has both below a path of its own
    request.url = new URL('.' + url.pathname + url.search, location.href).href;
    if (value('key')) {
      request.headers.Authorization = 'Bearer ' + value('key');
    }
    askForWhatIsMissing();
  }
  return request;
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Sets the four headers of a call to this server; nothing else is signed. */
function sign(request) {
  const url = new URL(request.url, location.href);
  if (request.method !== 'POST' || url.origin !== location.origin) {
    return request;
  }
  // beside this page, where a proxy has both below a path of its own
  request.url = new URL('.' + url.pathname + url.search, location.href).href;
  // the viewer sends fields that are left empty, too
  if (typeof request.body === 'string' && /urlencoded/.test(request.headers['Content-Type'])) {
    request.body = request.body.split('&').filter(field => !field.endsWith('=')).join('&');
  }
  if (String(request.headers['Dry-Run']) === 'false' && !request.headers['Idempotency-Key']) {
    request.headers['Idempotency-Key'] = newKey();
  }
  const timestamp = String(Math.floor(Date.now() / 1000) + skew);
  const headers = {
    appid: value('appid'),
    timestamp: timestamp,
    sign: value('secret') ? md5(value('secret') + timestamp).toUpperCase() : '',
    accesstoken: value('accesstoken'),
  };
  // one that is empty is left out, and the answer says which
  Object.keys(headers).filter(name => headers[name]).forEach(name => {
    request.headers[name] = headers[name];
  });
  askForWhatIsMissing();
  return request;
}

/** A clock that is wrong is set right by the server's, for the next call. */
function learnTheTime(response) {
  const failure = response.body || response.obj || {};
  const date = Date.parse((response.headers || {}).date);
  if (failure.code === 'TIMESTAMP_EXPIRED' && !Number.isNaN(date)) {
    skew = Math.round((date - Date.now()) / 1000);
    tell(text.skew(Math.abs(skew), skew < 0));
  }
  return response;
}

speak();
colour();
document.querySelector('#credentials form').addEventListener('submit', event => event.preventDefault());
document.getElementById('credentials').addEventListener('input', tellWhatIsMissing);
ask().then(reference => showCalls({
  description: operators ? 'docs/operators.json' : 'openapi.json',
  language,
  chinese: operators ? 'docs/operators-chinese.json' : 'docs/chinese.json',
  reference,
  text,
  requestInterceptor: operators ? carry : sign,
  responseInterceptor: learnTheTime,
}));
