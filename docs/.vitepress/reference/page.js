// The page of a call, as Markdown.
import { existsSync, readFileSync } from 'node:fs'
import { meanings } from '../errors.js'
import { calls, codes, docs, examples, request, resolved, successBody } from './description.js'
import { firstOf, rows } from './fields.js'
import { clientStatement, jsonText, languages, statement } from './samples.js'
import { plainTexts } from './texts.js'

/// Where the demonstration is: on the reader's machine, unless it is published.
const demonstration = (process.env.DEMONSTRATION ?? 'http://127.0.0.1:8080').replace(/\/$/, '')

const line = (...cells) => `| ${cells.join(' | ')} |`

const table = (kind, columns, lines) =>
  [`<div class="${kind}">`, '', line(...columns), line(...columns.map(() => '---')), ...lines, '', '</div>', ''].join('\n')

const oneLine = text => text.trim().replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

export const allCodes = new Set(calls.flatMap(({ responses }) => responses.flatMap(codes)))

/// A page that is not written in a language yet is the English one.
const linkIn = ({ folder }) => name => (existsSync(`${docs}/${folder}${name}.md`) ? `../${name}.md` : `../../${name}.md`)

/// Names of calls and codes lead to their pages.
const linked = (text, words) =>
  text
    .replaceAll('<', '&lt;')
    .replace(/`(\/\w+\/\w+)`/g, (all, path) => (calls.some(it => it.path === path) ? `[${all}](./${calls.find(it => it.path === path).slug}.md)` : all))
    .replace(/`([A-Z_]+)`/g, (all, code) => (allCodes.has(code) ? `[${all}](${linkIn(words)('errors')}#${code})` : all))

const codeLink = (code, words) => `[\`${code}\`](${linkIn(words)('errors')}#${code})`

export function page(call, words) {
  const body = request(call)
  const text = (field, name) => linked(oneLine(words.translate(field.description ?? plainTexts[name] ?? missing(call, name))), words)
  const reader = { words, text }
  return [
    `# ${words.translate(call.summary)}`,
    `<p class="path"><span class="method">${call.method}</span><code>${call.path}</code></p>`,
    '<div class="split"><div>\n',
    linked(words.translate(call.description), words),
    '\n</div><div class="samples">\n',
    requestSamples(call),
    words.helper(linkIn(words)),
    '',
    answerSamples(call),
    words.tryIt(`${demonstration}/docs${words.query}#${call.operationId}`, linkIn(words)),
    '</div></div>\n',
    `## ${words.request} {#request}\n`,
    `### ${words.headers} {#headers}\n`,
    words.everyCall(linkIn(words)),
    '',
    fieldTable(words.columns, parameterRows(call, 'header', reader)),
    `### ${words.body} {#body}\n`,
    requestTable(call, body, reader),
    `## ${words.answer} {#answer}\n`,
    words.answerText,
    '',
    fieldTable(words.columns, rows(successBody(call), answer(call), { ...reader, words: { ...words, required: words.always, optional: '' } })),
    ...pagination(call, words),
    `## ${words.refusals} {#refusals}\n`,
    refusals(call, words),
    `## ${words.limits} {#rate-limits}\n`,
    limits(call, words),
    `## ${words.retries} {#retries}\n`,
    call.parameters.some(it => it.name === 'Idempotency-Key') ? words.idempotentByKey : words.idempotent,
    ''
  ].join('\n')
}

function missing(call, name) {
  throw new Error(`${call.path}: the field ${name} has no description, nor a text in docs/.vitepress/reference/texts.js`)
}

const fence = (language, title, code) => `\`\`\`${language} [${title}]\n${code}\n\`\`\`\n`

const signFunction = () => readFileSync(`${docs}/samples/bash/product-list.sh`, 'utf8').match(/^sign\(\)[^]*?^}/m)[0]

/// A language that has a client has two samples, which pairs.js puts into one tab.
export function requestSamples(call) {
  const blocks = languages.flatMap(language => {
    const byHand = statement(language, call)
    const samples = language.client ? [clientStatement(language, call), byHand] : [`${signFunction()}\n\n${byHand}`]
    return samples.map(code => fence(language.fence, language.title, code))
  })
  return `::: code-group\n${blocks.join('')}:::\n`
}

const success = call => call.responses.find(({ status }) => status === '200')
const answer = call => examples(success(call))[0]?.value

/// The answer to the request, and the first refusal of this call with each status.
export function answerSamples(call, statuses = ['200', '400', '429']) {
  const own = examples(success(call))[0]?.name.split('/')[0]
  const blocks = call.responses.filter(({ status }) => statuses.includes(status)).flatMap(response =>
    examples(response)
      .filter(({ value, name }) => !value.success && name.startsWith(`${own}/`) && !/chinese/.test(name))
      .slice(0, 1)
      .map(({ value }) => fence('json', `${response.status} ${value.code}`, jsonText(value)))
  )
  return `::: code-group\n${fence('json', '200', jsonText(answer(call)))}${blocks.join('')}:::\n`
}

/// One of the answers that the description shows, by its name there.
export function answerOf(name) {
  const found = calls.flatMap(({ responses }) => responses.flatMap(examples)).find(it => it.name === name)
  return `\`\`\`json\n${jsonText(found.value)}\n\`\`\``
}

function parameterRows(call, place, { words, text }) {
  return call.parameters.filter(it => it.in === place).flatMap(parameter => {
    const field = { ...resolved(parameter.schema), description: parameter.description }
    const schema = { properties: { [parameter.name]: field }, required: parameter.required ? [parameter.name] : [], type: 'object' }
    return rows(schema, {}, { words, text })
  })
}

function fieldTable(columns, found) {
  return table('fields', columns, found.map(({ name, depth, type, required, bounds, example, text }) =>
    line(`<span class="depth-${depth}">\`${name}\`</span>`, type, required, bounds, example, text)))
}

function requestTable(call, { types, value }, reader) {
  const { words } = reader
  const content = call.requestBody ? resolved(call.requestBody).content : {}
  const schemas = types.map(type => resolved(content[type]?.schema ?? {}))
  const schema = describedBy(schemas)
  const found = [...rows(schema, value, reader), ...parameterRows(call, 'query', reader)]
  return [
    found.length ? words.contentType(types) : words.noBody,
    ...(firstOf(schema).type === 'array' ? [words.arrayBody] : []),
    '',
    ...(found.length ? [fieldTable(words.columns, found)] : [])
  ].join('\n')
}

/// A form and JSON have the same fields; the form's are described.
function describedBy([form, json]) {
  return form.properties || !json ? form : json
}

function pagination(call, words) {
  const fields = Object.keys(successBody(call).properties)
  const text = fields.includes('totalPages') ? words.pages : fields.includes('cursor') ? words.cursors : undefined
  return text ? [`## ${words.pagination} {#pagination}\n`, text, ''] : []
}

/// Codes that every call has stand together at the end.
function refusals(call, words) {
  const of = ({ responses }) => responses.flatMap(response => codes(response).map(code => `${response.status} ${code}`))
  const common = new Set(calls.map(of).reduce((all, some) => all.filter(it => some.includes(it))))
  const means = meanings(words)
  const [shared, own] = [true, false].map(wanted => of(call).filter(it => common.has(it) === wanted))
  const lines = own.map(it => it.split(' ')).map(([status, code]) => line(codeLink(code, words), status, linked(oneLine(means.get(code) ?? ''), words)))
  return [
    words.refusalText,
    '',
    ...(lines.length ? [table('refusals', words.refusalColumns, lines)] : []),
    words.everyRefusal,
    shared.map(it => codeLink(it.split(' ')[1], words)).join(', ') + words.stop,
    ''
  ].join('\n')
}

function limits(call, words) {
  const wanted = ['RateLimit-Policy', 'RateLimit', 'Next-Turn-Ms', 'Retry-After']
  const headers = { ...call.responses.find(({ status }) => status === '429')?.headers, ...success(call).headers }
  const lines = wanted.filter(name => headers[name]).map(name => {
    const { example, description } = resolved(headers[name])
    return line(`\`${name}\``, example ? `\`${example}\`` : '', linked(oneLine(words.translate(description)), words))
  })
  return headers['RateLimit-Policy'] ? `${words.limitsText(linkIn(words))}\n\n${table('limits', words.headerColumns, lines)}` : `${words.noLimits(linkIn(words))}\n`
}

/// A table of all calls, for the first page of the reference.
export function list(words) {
  const lines = calls.map(call => line(`[${words.translate(call.summary)}](./${call.slug}.md)`, `\`${call.path}\``))
  return table('calls', [words.use, words.call], lines)
}

export const titles = words => calls.map(call => [words.translate(call.summary), call.slug])

const sameOnEveryPage = ['headers', 'rate-limits', 'retries']

/// What search finds on the page of a call.
export const searchSections = (call, words) => sectionsOf(page(call, words)).filter(({ anchor }) => !sameOnEveryPage.includes(anchor))

/// The parts of a page, each with the headings above it. VitePress does not index pages that are not files.
export function sectionsOf(text) {
  const commentsAreNoHeadings = text.replace(/^```[^]*?^```$/gm, block => block.replace(/^#/gm, ' #'))
  const [title, ...parts] = commentsAreNoHeadings.split(/^(?=#{1,3} )/m).map(part => part.match(/^#+ (.*?)(?: \{#(.*)\})?\n([^]*)$/))
  const plain = text => text.replace(/<[^>]*>|[`|#*:]|\]\([^)]*\)|^::: .*$/gm, ' ')
  const section = ([, heading, anchor, text], titles) => ({ anchor, titles: [...titles, heading], text: plain(text) })
  return [section(title, []), ...parts.map(part => section([, part[1], part[2] ?? anchorOf(part[1]), part[3]], [title[1]]))]
}

/// As VitePress makes it of a heading in English or Chinese.
const anchorOf = heading => heading.toLowerCase().replace(/[^a-z0-9\p{Script=Han}]+/gu, '-').replace(/^-|-$/g, '')
