import type { CreateReport, EntryState } from '../create-report.js'
import type { Language } from '../options.js'

/** The client's own messages, in the words of the server. */
export type Messages = typeof english

const english = {
  invalid: (at: string, value: string, expected: string) => `${at}: ${value} (expected: ${expected})`,
  nothing: 'nothing',
  notShown: 'not shown',
  besidePid: 'beside pid',
  besideStock: 'beside stock or expected',

  pid: 'a product id, a whole number from 1 to 2147483647',
  pidOrArtNo: 'pid or artNo',
  text: '1 to 64 characters without control characters',
  shortText: 'at most 64 characters without control characters',
  size: 'a whole number from 1 to 999',
  stock: 'a whole number from 0 to 999999999',
  stockOrDelta: 'stock, the quantity to set, or delta, the change up or down',
  expected: 'a whole number from 0 to 999999999, or -1 for an entry that must not exist yet',
  delta: 'a whole number from -999999999 to 999999999',
  deltaAlone: 'delta alone, or stock with or without expected',
  address: 'an address such as https://stock.example',
  visible: 'visible ASCII characters, no spaces',
  secret: "the application's secret",
  language: "'en' or 'zh'",
  millis: (min: number, max: number) => `milliseconds, a number from ${min} to ${max}`,
  attempts: 'a whole number from 1',
  key: '1 to 64 visible ASCII characters, together with oneRequest',
  cursor: 'a cursor that the server returned, or null for now',
  several: 'several texts, such as an array',
  from: "the number of a push, or 'start', without a cursor",

  repeated: (at: number, product: string, color: string, size: number, first: number) =>
    `[${at}]: product ${product}, colour ${color}, size ${size} is already in [${first}]; keep one of them`,
  tooMany: (entries: number, requests: number, maxColors: number, maxEntries: number) =>
    `${entries} entries take ${requests} requests (expected: one, of up to ${maxColors} colours and ` +
    `${maxEntries} entries)`,

  notConnected: (address: string, why: string) => `cannot connect to ${address}: ${why}`,
  lost: (address: string, why: string) => `sent, but no response came from ${address}: ${why}`,
  late: (seconds: number) => `none within ${seconds} s`,
  notOurs: 'not a response of Stockroom; check the address',
  missing: (name: string) => `the response is not as expected: ${name} is missing`,
  noneRead: (count: number) => `the response is not as expected: it contains none of ${count} requested`,
  ended: (report: CreateReport, why: string) => `creating stock ended early (${report}): ${why}`
}

const STATES: Record<EntryState, string> = {
  unsent: '未发送', written: '已写入', checked: '已通过检查', rejected: '被拒绝', unknown: '无法确定'
}

const chinese: Messages = {
  invalid: (at, value, expected) => `${at}：${value}（应为：${expected}）`,
  nothing: '没有内容',
  notShown: '不显示',
  besidePid: '与 pid 同时出现',
  besideStock: '与 stock 或 expected 同时出现',

  pid: '商品 id，1 到 2147483647 的整数',
  pidOrArtNo: 'pid 与 artNo 二选一',
  text: '1 到 64 个字符，不含控制字符',
  shortText: '最多 64 个字符，不含控制字符',
  size: '1 到 999 的整数',
  stock: '0 到 999999999 的整数',
  stockOrDelta: 'stock，即要设置的数量；或 delta，即增减的数量',
  expected: '0 到 999999999 的整数；-1 表示该条目必须尚不存在',
  delta: '-999999999 到 999999999 的整数',
  deltaAlone: '只填 delta；或填 stock，可另填 expected',
  address: '地址，例如 https://stock.example',
  visible: '可打印的 ASCII 字符，不含空格',
  secret: '应用的密钥',
  language: "'en' 或 'zh'",
  millis: (min, max) => `毫秒数，${min} 到 ${max}`,
  attempts: '不小于 1 的整数',
  key: '1 到 64 个可打印的 ASCII 字符，不含空格，并与 oneRequest 一起使用',
  cursor: '服务器返回的游标；null 表示从当前位置开始',
  several: '多个字符串，例如数组',
  from: "变更批次号或 'start'，且不传 cursor",

  repeated: (at, product, color, size, first) =>
    `[${at}]：商品 ${product}、颜色“${color}”、尺码 ${size} 已在 [${first}] 中；请只保留一个`,
  tooMany: (entries, requests, maxColors, maxEntries) =>
    `${entries} 个条目需要 ${requests} 个请求（应为：一个，最多 ${maxColors} 个颜色和 ${maxEntries} 个条目）`,

  notConnected: (address, why) => `无法连接 ${address}：${why}`,
  lost: (address, why) => `已发送，但没有收到 ${address} 的响应：${why}`,
  late: seconds => `${seconds} 秒内没有响应`,
  notOurs: '不是 Stockroom 的响应，请检查地址',
  missing: name => `响应与预期不符：缺少 ${name}`,
  noneRead: count => `响应与预期不符：请求的 ${count} 个都不在其中`,
  ended: (report, why) => {
    const counts = [...new Set(report.states)].map(state => `，${report.count(state)} 个${STATES[state]}`)
    return `批量设置库存提前结束（共 ${report.entries.length} 个条目${counts.join('')}）：${why}`
  }
}

export function messagesIn(language: Language): Messages {
  return language === 'zh' ? chinese : english
}
