'use strict';

// Shows openapi.yaml and signs every call that a reader sends from it. Credentials are read from the fields when a call is
// sent and are kept nowhere else.
(function () {
  const SIGNED = ['appid', 'secret', 'accesstoken'];
  const note = document.getElementById('note');
  /** Seconds that the server's clock is ahead of this one. */
  let skew = 0;

  function value(name) {
    return document.getElementById(name).value.trim();
  }

  function tell(text) {
    note.textContent = text;
  }

  function tellWhatIsMissing() {
    const missing = SIGNED.filter(name => !value(name));
    tell(missing.length === 0 ? 'Calls are signed.' : 'Still missing: ' + missing.join(', ') + '.');
  }

  /** Sets the four headers of a call to this server; nothing else is signed. */
  function sign(request) {
    if (request.method !== 'POST' || new URL(request.url, location.href).origin !== location.origin) {
      return request;
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
      tell('The clock of this computer is ' + Math.abs(skew) + ' seconds ' + (skew > 0 ? 'behind' : 'ahead of')
          + ' the server\'s. The next call is signed with the server\'s time: send it again.');
    }
    return response;
  }

  document.getElementById('credentials').addEventListener('submit', event => event.preventDefault());
  document.getElementById('credentials').addEventListener('input', tellWhatIsMissing);

  const nothing = () => () => null;

  /** The viewer's own would choose `true`, or write "string", for a parameter that may be left out. */
  function leaveOutWhatIsNotChosen(system) {
    const sample = system.fn.getSampleSchema;
    const isOpenChoice = schema => schema && schema.get && !schema.has('default') && !schema.has('example')
      && (schema.get('type') === 'boolean' || schema.get('type') === 'string' || schema.has('anyOf'));
    return { fn: { getSampleSchema: (schema, ...more) => (isOpenChoice(schema) ? '' : sample(schema, ...more)) } };
  }

  SwaggerUIBundle({
    url: 'openapi.yaml',
    dom_id: '#viewer',
    layout: 'BaseLayout',
    deepLinking: false,
    persistAuthorization: false,
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    requestInterceptor: sign,
    responseInterceptor: learnTheTime,
    // the fields above take the place of the viewer's own dialog, and there is one server
    plugins: [leaveOutWhatIsNotChosen, {
      wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing },
    }],
  });
})();
