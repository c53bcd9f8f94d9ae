// The samples that the page of a call shows, in each language: the lines that make the call with the client, from the program in
// docs/samples/clients, and the request by hand. The latter with the program in docs/samples, in place of its call of the product
// list, is a whole program.
import { readFileSync } from 'node:fs'
import { calls, docs, request } from './description.js'

const WIDTH = 58

/// A value as the language writes it, on one line where it fits.
function literal(value, style, indent = '', room = WIDTH - indent.length) {
  if (value === null || typeof value !== 'object') {
    return style.scalar(value)
  }
  const [open, close] = Array.isArray(value) ? style.array : style.object
  const elements = deeper => Array.isArray(value)
    ? value.map(element => literal(element, style, deeper))
    : Object.entries(value).map(([name, element]) => {
        const key = style.key(name)
        return key + literal(element, style, deeper, WIDTH - deeper.length - key.length)
      })
  const space = Array.isArray(value) || !Object.keys(value).length ? '' : style.space
  const line = open + space + elements('').join(', ') + space + close
  if (line.length <= room && !line.includes('\n')) {
    return line
  }
  const deeper = indent + style.indent
  return `${open}\n${elements(deeper).map(element => deeper + element).join(',\n')}\n${indent}${close}`
}

const json = {
  indent: '  ', space: '', array: ['[', ']'], object: ['{', '}'], key: name => `${JSON.stringify(name)}: `, scalar: JSON.stringify
}
const python = { ...json, indent: '    ', scalar: it => ({ true: 'True', false: 'False', null: 'None' })[it] ?? JSON.stringify(it) }
const single = text => `'${text.replace(/[\\']/g, '\\$&')}'`
const scalar = it => (typeof it === 'string' ? single(it) : String(it))
const php = { ...json, indent: '    ', object: ['[', ']'], key: name => `${single(name)} => `, scalar }
const javascript = { ...json, space: ' ', key: name => `${/^[a-z]\w*$/i.test(name) ? name : single(name)}: `, scalar }

export const jsonText = value => literal(value, json)
const formText = value => new URLSearchParams(Object.entries(value).map(([name, it]) => [name, String(it)])).toString()
const bodyText = ({ json, value }) => (json ? jsonText(value) : formText(value))
const indented = (text, by) => text.replace(/\n(?=.)/g, `\n${by}`)

const tripleQuoted = text => (text.includes('\n') ? `"""\n        ${indented(text, '        ')}"""` : JSON.stringify(text))
const verbatim = text => (text.includes('"') ? `@"${text.replace(/"/g, '""')}"` : JSON.stringify(text))

/// For each language the statement that makes a call: its path, its body, and whether it needs an Idempotency-Key.
export const languages = [
  {
    title: 'curl',
    fence: 'sh',
    file: 'bash/product-list.sh',
    statement: (path, body, keyed) => [
      'timestamp=$(date +%s)',
      `curl -sS "$STOCKROOM_ADDRESS${path}" \\`,
      '    -H "appid: $STOCKROOM_APPID" \\',
      '    -H "timestamp: $timestamp" \\',
      '    -H "sign: $(sign "$STOCKROOM_SECRET" "$timestamp")" \\',
      '    -H "accesstoken: $STOCKROOM_TOKEN" \\',
      ...(body.json ? ['    -H "Content-Type: application/json" \\'] : []),
      ...(keyed ? ['    -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" \\'] : []),
      `    -d ${/^[\w=&.-]*$/.test(bodyText(body)) && bodyText(body) ? bodyText(body) : `'${bodyText(body)}'`}`
    ].join('\n')
  },
  {
    title: 'Java',
    fence: 'java',
    file: 'java/ProductList.java',
    client: 'clients/WithClient.java',
    statement: (path, body, keyed) =>
      `var body = ${tripleQuoted(bodyText(body))};\n` +
      `System.out.println(call("${path}", ${body.json ? 'JSON' : 'FORM'}, body${keyed ? ', java.util.UUID.randomUUID().toString()' : ''}));`
  },
  {
    title: 'Python',
    fence: 'python',
    file: 'python/product_list.py',
    client: 'clients/with_client.py',
    statement: (path, { json, value }, keyed) =>
      `print(call("${path}", ${json ? 'json' : 'form'}=${literal(value, python)}${keyed ? ', key=os.urandom(16).hex()' : ''}))`
  },
  {
    title: 'C#',
    fence: 'csharp',
    file: 'csharp/ProductList.cs',
    client: 'clients/WithClient.cs',
    statement: (path, body, keyed) =>
      `var body = ${verbatim(bodyText(body))};\n` +
      `Console.WriteLine(Call("${path}", ${body.json ? 'Json' : 'Form'}, body${keyed ? ', Guid.NewGuid().ToString()' : ''}));`
  },
  {
    title: 'PHP',
    fence: 'php',
    file: 'php/product-list.php',
    client: 'clients/with-client.php',
    statement: (path, { json, value }, keyed) =>
      `echo call('${path}', ${json ? 'JSON, json_encode' : 'FORM, http_build_query'}(${literal(value, php)})` +
      `${keyed ? ', bin2hex(random_bytes(16))' : ''}), "\\n";`
  },
  {
    title: 'JavaScript',
    fence: 'js',
    file: 'javascript/product-list.mjs',
    client: 'clients/with-client.mjs',
    statement: (path, { json, value }, keyed) =>
      `console.log(await call('${path}', { ${json ? 'json' : 'form'}: ${literal(value, javascript)}` +
      `${keyed ? ', key: crypto.randomUUID()' : ''} }))`
  }
]

/// Where it says that it is needed; a request that only sets stock can do without.
const keyed = ({ parameters }) => parameters.some(it => it.name === 'Idempotency-Key' && /^Needed(?! with)/.test(it.description))

export function statement(language, call, change = value => value) {
  const body = request(call)
  return language.statement(call.path, { ...body, value: change(body.value) }, keyed(call))
}

/// The whole program, with another statement in place of its call of the product list.
export function programWith(language, other) {
  const source = readFileSync(`${docs}/samples/${language.file}`, 'utf8')
  const first = statement(language, calls[0])
  const line = source.match(new RegExp(`^( *)${first.split('\n')[0].replace(/[^\w]/g, '\\$&')}$`, 'm'))
  const found = line && indented(first, line[1])
  if (!found || source.split(found).length !== 2) {
    throw new Error(`docs/samples/${language.file} does not have the call of ${calls[0].path} as the reference shows it:\n${first}`)
  }
  return source.replace(found, () => indented(other, line[1]))
}

/// The lines that make a call with the client: those below the mark with the path of the call, up to the next mark.
export function clientStatement({ client }, { path }) {
  const source = readFileSync(`${docs}/samples/${client}`, 'utf8')
  const found = source.match(new RegExp(`^( *)(?:#|//) --- ${path}\n([^]*?)\n *(?:#|//) ---`, 'm'))
  if (!found) {
    throw new Error(`docs/samples/${client} has no lines for ${path} (expected: a mark "--- ${path}" above them and another below)`)
  }
  return found[2].replaceAll(new RegExp(`^${found[1]}`, 'gm'), '')
}
