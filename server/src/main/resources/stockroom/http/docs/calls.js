// Shows the calls of a description, each ready to be sent: JSON before a form where it says something, as in the reference, and every
// write as a dry run.

const oneLine = text => text.trim().replace(/\s*\n\s*/g, ' ');
const read = async address => (await fetch(address)).json();
const translations = async address => new Map((await read(address)).map(({ en, zh }) => [oneLine(en), zh]));

/** The description with its texts in Chinese, and the colours of its examples. */
async function inChinese(description, address, labels) {
  const known = await translations(address);
  // paragraph by paragraph, and a list item by item
  const translate = all => all.trim().split(/(\n\n+|\n(?=- ))/)
      .map(part => part.replace(/^(- )?([^]+)$/, (_, mark = '', it) => mark + (known.get(oneLine(it)) || it)))
      .join('');
  const spec = JSON.parse(JSON.stringify(description), (key, it) => {
    if (typeof it === 'string' && ['description', 'summary'].includes(key)) {
      return translate(it);
    }
    if (key === 'color' && labels.has(it)) {
      return labels.get(it);
    }
    return key === 'tags' ? it.map(tag => (tag.name ? { ...tag, name: translate(tag.name) } : translate(tag))) : it;
  });
  if (spec.components.parameters.language) {
    spec.components.parameters.language.schema.default = 'zh';
  }
  return spec;
}

function prepare(operation, { reference, text }) {
  const { content } = operation.requestBody || {};
  const json = content && content['application/json'];
  if (json && Object.keys(json.example || {}).length > 0) {
    operation.requestBody.content = { 'application/json': json, ...content };
  }
  for (const parameter of operation.parameters || []) {
    if (parameter.name === 'Dry-Run') {
      parameter.schema.default = true;
      parameter.description += ' ' + text.dryHere;
    }
  }
  if (reference && !operation.security) {
    const page = operation.operationId.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
    operation.externalDocs = { description: text.reference, url: reference + page + '.html' };
  }
}

/** The viewer has no Chinese: each label that it writes is replaced by the one that is known for it. */
function replaceLabels(viewer, known) {
  const replace = node => {
    const label = node.data.trim();
    if (known.has(label) && !node.parentElement.closest('pre, code, textarea')) {
      node.data = node.data.replace(label, known.get(label));
    }
  };
  const replaceIn = node => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      replace(texts.currentNode);
    }
    for (const it of node.nodeType === Node.ELEMENT_NODE ? [node, ...node.querySelectorAll('[title], [placeholder]')] : []) {
      ['title', 'placeholder'].filter(name => known.has(it[name])).forEach(name => {
        it[name] = known.get(it[name]);
      });
    }
  };
  new MutationObserver(changes => changes.forEach(({ type, target, addedNodes }) => {
    if (type === 'characterData') {
      replace(target);
    } else {
      addedNodes.forEach(node => (node.nodeType === Node.TEXT_NODE ? replace(node) : replaceIn(node)));
    }
  })).observe(viewer, { childList: true, characterData: true, subtree: true });
}

const nothing = () => () => null;

/** The calls, then what is said about all of them. */
const callsFirst = text => ({ React: { createElement: element }, getComponent }) => {
  const part = name => element(getComponent(name, true));
  return {
    components: {
      CallsFirst: () => element('div', { className: 'swagger-ui' },
          element(getComponent('SvgAssets')),
          part('errors'),
          element('div', { className: 'wrapper' }, part('operations')),
          element('div', { className: 'wrapper' },
              element('details', { className: 'every-call' }, element('summary', null, text.everyCall), part('InfoContainer')),
              part('Models'))),
    },
  };
};

/** The button says what it does to stock. */
const sayWhetherItWrites = text => ({ React }) => ({
  wrapComponents: {
    execute: Button => class extends Button {
      render() {
        const { specSelectors, path, method } = this.props;
        const values = Object.entries(specSelectors.parameterValues([path, method]).toJS());
        const dryRun = values.filter(([name]) => name.startsWith('header.Dry-Run')).map(([, value]) => String(value) === 'true')[0];
        const { label, mark } = dryRun === undefined ? { label: text.send, mark: '' }
            : dryRun ? { label: text.sendDry, mark: ' dry' } : { label: text.write, mark: ' writes' };
        const button = super.render();
        return React.cloneElement(button, { className: button.props.className + mark }, label);
      }
    },
  },
});

/** The viewer's own would choose `true`, or write "string", for a parameter that may be left out. */
function leaveOutWhatIsNotChosen(system) {
  const sample = system.fn.getSampleSchema;
  const isOpenChoice = schema => schema && schema.get && !schema.has('default') && !schema.has('example')
    && (['boolean', 'string'].includes(schema.get('type')) || schema.getIn(['items', 'type']) === 'string');
  return { fn: { getSampleSchema: (schema, ...more) => (isOpenChoice(schema) ? '' : sample(schema, ...more)) } };
}

/** `#createStock` opens that call, once the viewer has drawn it. */
function openTheAsked(viewer, attempts = 100) {
  const asked = decodeURIComponent(location.hash.slice(1));
  const call = asked && viewer.querySelector('.opblock[id$="-' + CSS.escape(asked) + '"]');
  if (asked && !call && attempts > 0) {
    setTimeout(() => openTheAsked(viewer, attempts - 1), 100);
  } else if (call) {
    if (!call.classList.contains('is-open')) {
      call.querySelector('.opblock-summary-control').click();
    }
    call.scrollIntoView();
  }
}

/**
 * What is shown is the JSON at `description`, in Chinese with the texts at `chinese`; `reference` is where the pages of its calls are, if
 * they are anywhere.
 */
export async function showCalls({ description, language, chinese, reference, text, requestInterceptor, responseInterceptor }) {
  const viewer = document.getElementById('viewer');
  let spec = await read(description);
  if (language === 'zh') {
    const labels = await translations('docs/viewer-chinese.json');
    spec = await inChinese(spec, chinese, labels);
    replaceLabels(viewer, labels);
  }
  for (const methods of Object.values(spec.paths)) {
    Object.values(methods).filter(it => it.operationId).forEach(it => prepare(it, { reference, text }));
  }
  SwaggerUIBundle({
    spec,
    dom_id: '#viewer',
    layout: 'CallsFirst',
    deepLinking: false,
    persistAuthorization: false,
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    syntaxHighlight: { theme: 'idea' },
    requestInterceptor,
    responseInterceptor,
    onComplete: () => openTheAsked(viewer),
    // the fields above take the place of the viewer's own dialog, and there is one server
    plugins: [leaveOutWhatIsNotChosen, callsFirst(text), sayWhetherItWrites(text), {
      wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing },
    }],
  });
  window.addEventListener('hashchange', () => openTheAsked(viewer));
}
