// The words of the reference that are not in the description, in each language. `link` leads to another page of the language.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { pageInChinese } from '../../chinese-samples.mjs'
import { docs } from './description.js'

const oneLine = text => text.trim().replaceAll(/\s+/g, ' ')

export const english = {
  folder: '',
  lang: 'en',
  request: 'Request',
  answer: 'Response',
  headers: 'Headers',
  everyCall: link => `Every call has \`appid\`, \`timestamp\`, \`sign\` and \`accesstoken\`: see [Signing](${link('signing')}). This call also has:`,
  body: 'Body',
  contentType: types => `\`Content-Type: ${types.join('` or `')}\`.`,
  arrayBody: 'The body is an array; the table lists the fields of its elements.',
  noBody: 'This call takes no parameters.',
  columns: ['Field', 'Type', '', 'Bounds', 'Example', 'Meaning'],
  headerColumns: ['Header', 'Example', 'Meaning'],
  answerText: 'With status 200 and `success` true, the response has these fields:',
  refusals: 'Refusals',
  refusalText: 'A failure has `success` false. Decide by its `code`: see [failures](./index.md#failures).',
  refusalColumns: ['Code', 'Status', 'When'],
  everyRefusal: 'Every call can also return:',
  limits: 'Rate limits',
  limitsText: link => `[Limits](${link('limits')}) lists all limits and says how to pace. These headers show your current usage:`,
  noLimits: link => `This call has no limit of its own. [Limits](${link('limits')}) lists those of all calls together.`,
  pagination: 'Pagination',
  pages: 'Send `page` 1, 2 and so on, until you have read `totalPages` pages. `pageSize` sets the number of products on a page.',
  cursors: 'Send the `cursor` of each response with the next call. A cursor is valid for the same call and filter only.',
  retries: 'Retries',
  idempotent: 'This call is idempotent. After a lost connection, a 429 or a 5xx, send the same request again, after `Retry-After` if there is one.',
  idempotentByKey:
    'You can repeat a request with the same `Idempotency-Key`: within 24 hours it gets the first response, and takes no turn. ' +
    'After a lost connection or a 5xx, send the same bytes with the same key. After a 429, wait for `Retry-After` first.',
  withClient: 'With the client',
  byHand: 'By hand',
  helper: link =>
    `\`stockroom\` is [the client](${link('clients')}), which your program creates once. By hand, \`call\` signs and sends; it is in ` +
    `[the program for your language](${link('signing')}#a-working-program-in-your-language).`,
  query: '',
  tryIt: (address, link) => `[Try it](${address}){.try} with this request at \`/docs\` of the [demonstration](${link('quickstart')}), once that runs.`,
  call: 'Call',
  use: 'Purpose',
  types: { string: 'string', integer: 'integer', number: 'number', boolean: 'boolean', null: 'null', object: 'object' },
  arrayOf: type => `array of ${type}`,
  orElse: ' or ',
  required: '**required**',
  optional: 'optional',
  always: 'always',
  or: others => `this or \`${others.join('`, `')}\``,
  numbers: said => said,
  elements: said => `${said} ${said.endsWith(' 1') ? 'element' : 'elements'}`,
  characters: said => `${said} ${said.endsWith(' 1') ? 'character' : 'characters'}`,
  upTo: most => `up to ${most}`,
  from: least => `at least ${least}`,
  fromTo: (least, most) => `${least} to ${most}`,
  time: 'ISO 8601, UTC',
  byDefault: value => `default ${value}`,
  comma: ', ',
  stop: '.',
  translate: text => text,
  samples: page => page,
  missing: new Set(),
  reference: 'Reference',
  introduction: 'Introduction',
  nav: {
    quickstart: 'Quickstart',
    reference: 'Reference',
    errors: 'Errors',
    changelog: 'Changelog',
    description: 'Description (OpenAPI)',
    repository: 'Repository'
  }
}

const file = 'server/src/main/resources/stockroom/http/docs/chinese.yaml'
const texts = new Map(parse(readFileSync(`${docs}/../${file}`, 'utf8')).map(({ en, zh }) => [oneLine(en), zh]))
const missing = new Set()

/// Paragraph by paragraph, and a list item by item.
function inChinese(text) {
  return text.trim().split(/(\n\n+|\n(?=- ))/).map(part => {
    const [, mark, said] = part.match(/^(- |\n*)([^]*)$/)
    if (said && !texts.has(oneLine(said))) {
      missing.add(oneLine(said))
    }
    return mark + (said && (texts.get(oneLine(said)) ?? said))
  }).join('')
}

export const chinese = {
  folder: 'zh/',
  lang: 'zh',
  request: '请求',
  answer: '响应',
  headers: '请求头',
  everyCall: link => `与所有接口一样，需要 \`appid\`、\`timestamp\`、\`sign\` 和 \`accesstoken\`，见[签名](${link('signing')})。此外：`,
  body: '请求体',
  contentType: types => `\`Content-Type: ${types.join('` 或 `')}\`。`,
  arrayBody: '请求体是数组，下表列出数组元素的字段。',
  noBody: '此接口没有参数。',
  columns: ['字段', '类型', '', '取值范围', '示例', '含义'],
  headerColumns: ['响应头', '示例', '含义'],
  answerText: '状态码 200 且 `success` 为 true 时：',
  refusals: '错误码',
  refusalText: '失败时 `success` 为 false，程序请按错误码 `code` 判断，见[失败响应的格式](./index.md#failures)。',
  refusalColumns: ['错误码', '状态码', '返回条件'],
  everyRefusal: '所有接口都可能返回的错误码：',
  limits: '限流',
  limitsText: link => `怎样控制请求频率、超限时返回什么，见[限流与限制](${link('limits')})。每个响应的响应头给出当前用量：`,
  noLimits: link => `此接口没有单独的限流。各接口共用的限制见[限流与限制](${link('limits')})。`,
  pagination: '分页',
  pages: '`page` 依次传 1、2……，直到读完 `totalPages` 页。`pageSize` 指定每页的数量。',
  cursors: '每次调用都带上前一次响应中的 `cursor`。游标只适用于同一接口、相同的筛选条件。',
  retries: '重试',
  idempotent: '此接口是幂等的：连接中断，或收到 429、5xx 后，重发同一请求即可；响应带有 `Retry-After` 时，请先等待。',
  idempotentByKey:
    '带同一个 `Idempotency-Key` 重发，不会重复执行：24 小时内返回第一次的响应，也不占用写入配额。' +
    '因此，连接中断或收到 5xx 后，请用原来的键重发完全相同的请求；收到 429 后，等 `Retry-After` 所示的时间过后再发。',
  withClient: '用客户端',
  byHand: '自己发送请求',
  helper: link =>
    `\`stockroom\` 是[客户端](${link('clients')})，程序只需创建一次。自己发送请求时，由 \`call\` 签名并发送，` +
    `见[各语言的完整程序](${link('signing')}#a-working-program-in-your-language)。`,
  query: '?lang=zh',
  tryIt: (address, link) => `[试一试](${address}){.try} [演示环境](${link('quickstart')})启动后，在它的 \`/docs\` 页面发送这个请求。`,
  call: '接口',
  use: '用途',
  types: { string: '字符串', integer: '整数', number: '数字', boolean: '布尔', null: 'null', object: '对象' },
  arrayOf: type => `${type}数组`,
  orElse: '或 ',
  required: '**必填**',
  optional: '可选',
  always: '必有',
  or: others => `与 \`${others.join('`、`')}\` 二选一`,
  numbers: said => said,
  elements: said => `${said} 项`,
  characters: said => `${said} 个字符`,
  upTo: most => `最多 ${most}`,
  from: least => `至少 ${least}`,
  fromTo: (least, most) => `${least} 至 ${most}`,
  time: 'ISO 8601，UTC',
  byDefault: value => `默认 ${value}`,
  comma: '，',
  stop: '。',
  translate: inChinese,
  samples: pageInChinese,
  missing,
  reference: '接口参考',
  introduction: '概述',
  nav: {
    quickstart: '快速入门',
    reference: '接口参考',
    errors: '错误码',
    changelog: '更新日志（英文）',
    description: '接口描述（OpenAPI）',
    repository: '代码仓库'
  }
}

export const languages = [english, chinese]

/// The words of the language that a page of the site is in.
export const wordsOf = (page = '') => languages.findLast(({ folder }) => page.startsWith(folder))
