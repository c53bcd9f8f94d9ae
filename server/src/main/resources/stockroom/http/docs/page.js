'use strict';

// Shows a description and signs every call that a reader sends from it; on the operators' page, calls carry a key instead.
// Credentials are read from the fields when a call is sent and are kept nowhere else.
(function () {
  const operators = Boolean(document.getElementById('key'));
  const SIGNED = operators ? ['key'] : ['appid', 'secret', 'accesstoken'];
  const { description = 'openapi', chinese = 'docs/chinese.json' } = document.documentElement.dataset;
  const TEXTS = {
    en: {
      signed: operators ? 'Calls carry the key.' : 'Calls are signed.',
      demonstration: 'These are the credentials of the demonstration. Calls are signed.',
      missing: names => 'Still missing: ' + names.join(', ') + '.',
      skew: (seconds, ahead) => 'The clock of this computer is ' + seconds + ' seconds ' + (ahead ? 'ahead of' : 'behind')
          + ' the server\'s. The next call is signed with the server\'s time: send it again.',
    },
    zh: {
      title: 'Stockroom 商家接口',
      operatorsTitle: 'Stockroom 运营接口',
      key: '运营密钥',
      aboutKey: '您在下面发送的每个调用都会带上此密钥，并真正在本平台上执行。密钥只保留在本页面，关闭页面即消失。'
          + '应答下方显示的命令中含有密钥，请勿转发。',
      guide: '使用指南',
      theme: '浅色／深色',
      credentials: '凭证',
      about: '填写后，您在下面发送的每个调用都会在浏览器中签名。凭证只保留在本页面，关闭页面即消失；secret 不会被发送。'
          + '应答下方显示的命令中含有 sign 和 accesstoken，请勿转发。',
      length: '32 个字符',
      signed: operators ? '调用将带上密钥。' : '调用将被签名。',
      demonstration: '这是演示数据的凭证，调用将被签名。',
      missing: names => '还缺少：' + names.join('、') + '。',
      skew: (seconds, ahead) => '本机时钟比服务器' + (ahead ? '快' : '慢') + ' ' + seconds
          + ' 秒。下一次调用将按服务器的时间签名，请重新发送。',
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
    if (language === 'zh') {
      const other = document.getElementById('language');
      other.href = '?lang=en';
      other.lang = other.hreflang = 'en';
      other.textContent = 'English';
    }
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

  /** The address of the guide, where the operator has set one, and the credentials of a demonstration. */
  async function ask() {
    const server = await (await fetch('docs/server.json')).json();
    if (server.guide) {
      const guide = document.getElementById('guide');
      guide.href = server.guide + (language === 'zh' ? '/zh/' : '/');
      guide.hidden = false;
    }
    if (server.demonstration) {
      SIGNED.forEach(name => {
        document.getElementById(name).value = server.demonstration[name];
      });
      tell(text.demonstration);
    }
  }

  /** The description with its texts in Chinese; those of examples, which have none, stay. */
  async function inChinese() {
    const [said, texts] = await Promise.all(
        [description + '.json', chinese].map(async it => (await fetch(it)).text()));
    const oneLine = text => text.trim().replace(/\s*\n\s*/g, ' ');
    const known = new Map(JSON.parse(texts).map(it => [oneLine(it.en), it.zh]));
    // paragraph by paragraph, and a list item by item
    const translate = all => all.trim().split(/(\n\n+|\n(?=- ))/)
        .map(part => part.replace(/^(- )?([^]+)$/, (_, mark = '', it) => mark + (known.get(oneLine(it)) || it)))
        .join('');
    const spec = JSON.parse(said, (key, it) => {
      if (typeof it === 'string' && ['description', 'summary'].includes(key)) {
        return translate(it);
      }
      return key === 'tags' ? it.map(tag => (tag.name ? { ...tag, name: translate(tag.name) } : translate(tag))) : it;
    });
    if (spec.components.parameters.language) {
      spec.components.parameters.language.schema.default = 'zh';
    }
    return spec;
  }

  function value(name) {
    return document.getElementById(name).value.trim();
  }

  function tell(what) {
    note.textContent = what;
  }

  function tellWhatIsMissing() {
    const missing = SIGNED.filter(name => !value(name));
    tell(missing.length === 0 ? text.signed : text.missing(missing));
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
      tellWhatIsMissing();
    }
    return request;
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
    tellWhatIsMissing();
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
  if (!operators) {
    ask();
  }
  document.getElementById('credentials').addEventListener('submit', event => event.preventDefault());
  document.getElementById('credentials').addEventListener('input', tellWhatIsMissing);

  const nothing = () => () => null;

  /** The viewer's own would choose `true`, or write "string", for a parameter that may be left out. */
  function leaveOutWhatIsNotChosen(system) {
    const sample = system.fn.getSampleSchema;
    const isOpenChoice = schema => schema && schema.get && !schema.has('default') && !schema.has('example')
      && (['boolean', 'string'].includes(schema.get('type')) || schema.getIn(['items', 'type']) === 'string');
    return { fn: { getSampleSchema: (schema, ...more) => (isOpenChoice(schema) ? '' : sample(schema, ...more)) } };
  }

  const show = what => SwaggerUIBundle({
    ...what,
    dom_id: '#viewer',
    layout: 'BaseLayout',
    deepLinking: false,
    persistAuthorization: false,
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    requestInterceptor: operators ? carry : sign,
    responseInterceptor: learnTheTime,
    // the fields above take the place of the viewer's own dialog, and there is one server
    plugins: [leaveOutWhatIsNotChosen, {
      wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing },
    }],
  });
  if (language === 'zh') {
    inChinese().then(spec => show({ spec }));
  } else {
    show({ url: description + '.yaml' });
  }
})();
