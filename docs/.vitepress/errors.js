// The explanations of error codes. errors.yaml of each language has the text; the description has the statuses, and examples whose
// message is shown.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { messageInChinese, sampleInChinese } from '../chinese-samples.mjs'
import { calls, description, docs, examples, resolved } from './reference/description.js'

const english = {
  index: '## Codes by status\n\n| Status | Codes |',
  comma: ', ',
  status: statuses => `**${statuses}.** `,
  fix: '**Fix it:** ',
  retry: '**Retry:** ',
  never: 'No.',
  message: ({ value }) => value.msg
}

const chinese = {
  index: '## 按状态码查找 {#codes-by-status}\n\n| 状态码 | 错误码 |',
  comma: '、',
  status: statuses => `**${statuses}**：`,
  fix: '**解决**：',
  retry: '**重试**：',
  never: '不要。',
  message: ({ name, value }) => sampleInChinese(named(`${name}-in-chinese`)?.value.msg ?? messageInChinese(value.msg), 'text')
}

/// The codes of the server, in its own order.
export const codes = description.components.schemas.Code.enum

const elsewhere = Object.entries(description['x-other-paths'].responses).map(([status, response]) => ({ status, ...resolved(response) }))
const samples = [...calls.flatMap(({ responses }) => responses), ...elsewhere].flatMap(response =>
  examples(response).map(it => ({ ...it, status: response.status })))

const named = wanted => samples.find(({ name }) => name === wanted)

/// Lines of Chinese are joined without a space.
const joined = (text = '') => text.replace(/(?<=[、。，；：？！（）“”…]) | (?=[、。，；：？！（）“”…])|(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')

const read = folder => Object.entries(parse(readFileSync(`${docs}/${folder}errors.yaml`, 'utf8'))).map(([title, entries]) =>
  ({ title, entries: Object.entries(entries).map(([code, entry]) => ({ code, ...entry })) }))

const [inEnglish, inChinese] = [read(''), read('zh/')]
const sampleNames = new Map(inEnglish.flatMap(({ entries }) => entries.map(({ code, sample }) => [code, sample])))

/// The entries of a folder of pages, '' or `zh/`.
export const entries = folder => (folder ? inChinese : inEnglish).flatMap(it => it.entries)

/// The first sentence about each code.
export const meanings = ({ folder }) =>
  new Map(entries(folder).map(({ code, means }) => [code, joined(means).replace(/(\.\s|\.$|。)[^]*/, '').replace(/\[(.*?)\]\(.*?\)/g, '$1')]))

const statusesOf = code => [...new Set(samples.filter(({ value }) => value.code === code).map(({ status }) => status))].sort()

/// A row for each status.
function index(words) {
  const statuses = [...new Set(codes.flatMap(statusesOf))].sort()
  const rows = statuses.map(status => `| ${status} | ${codes.filter(code => statusesOf(code).includes(status)).map(code => `\`${code}\``).join(words.comma)} |`)
  return [words.index, '|---|---|', ...rows, '\n'].join('\n')
}

/// The message alone, without the number of others in the same response.
function message(code, words) {
  const own = samples.filter(({ name, value }) => value.code === code && !/chinese/.test(name))
  const sample = sampleNames.get(code) ? named(sampleNames.get(code)) : own.find(({ value }) => !/see errors\)$/.test(value.msg)) ?? own[0]
  return sample && words.message(sample).replace(/ \(and \d+ more, see errors\)$|（另有 \d+ 处错误，见 errors）$/, '')
}

function section({ code, means, fix, retry }, words) {
  const [meaning, repair, repeat] = [means, fix, retry ?? words.never].map(joined)
  return `### ${code} {#${code}}
${words.status(statusesOf(code).join(words.comma))}${meaning}

> ${message(code, words)}

${words.fix}${repair}
${words.retry}${repeat}
`
}

/// A page of a folder with the index and the sections in place of `<!-- errors -->` and what stands below it.
export function withErrors(page, folder) {
  const [sections, words] = folder ? [inChinese, chinese] : [inEnglish, english]
  return page.replace(/^<!-- errors -->[^]*/m, () =>
    index(words) + sections.map(({ title, entries }) => [`## ${title}\n`, ...entries.map(entry => section(entry, words))].join('\n')).join('\n'))
}
