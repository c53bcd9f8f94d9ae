// What a sample of an English page is on the Chinese one: colours in Chinese, and messages as the server says them in Chinese.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { docs } from './.vitepress/pages.js'

const resources = resolve(docs, '../server/src/main/resources')
const colours = { red: '红色', blue: '蓝色', green: '绿色', black: '黑色', white: '白色', grey: '灰色' }
const names = Object.keys(colours).join('|')

function texts(file) {
  const lines = readFileSync(file, 'utf8').matchAll(/^([\w.-]+)=(.*)$/gm)
  return new Map([...lines].map(([, key, text]) => [key, text.replaceAll('\\\\', '\\').replaceAll('\\u0020', ' ')]))
}

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/// Values have no colon and space in them, unlike the place in front of a message.
const pattern = text => new RegExp(`^${text.split(/(%%|%[sd])/).map(it => ({ '%%': '%', '%d': '(-?\\d+)', '%s': '((?:(?!: ).)+)' })[it] ?? escaped(it)).join('')}$`)

function filled(text, values) {
  const left = [...values]
  return text.replace(/%%|%[sd]/g, it => (it === '%%' ? '%' : left.shift()))
}

const all = readdirSync(resources, { recursive: true }).filter(file => file.endsWith('messages.properties')).flatMap(file => {
  const chinese = texts(resolve(resources, file.replace('messages', 'messages_zh')))
  return [...texts(resolve(resources, file))].map(([key, english]) => ({ key, english, chinese: chinese.get(key) }))
})
const words = new Map(all.filter(({ key }) => key.startsWith('word.')).map(({ english, chinese }) => [english, chinese]))
const messages = all.filter(({ key }) => /^[A-Z_]+$/.test(key)).map(it => ({ ...it, pattern: pattern(it.english) }))
  .sort((one, other) => other.english.length - one.english.length)

/// What the server says in Chinese where it says this in English; a text that it does not say is an error.
export function messageInChinese(said) {
  const [, text, more] = said.match(/^(.*?)(?: \(and (\d+) more, see errors\))?$/s)
  const [, place, own] = text.match(/^([\w.[\]]+|productid .*, size \d+): (.*)$/s) ?? []
  const found = [['', text], [place, own]].flatMap(([at, it]) => {
    const message = it && messages.find(({ pattern }) => pattern.test(it))
    return message ? [`${at && `${at}：`}${filled(message.chinese, it.match(message.pattern).slice(1).map(value => words.get(value) ?? value))}`] : []
  })
  if (!found.length) {
    throw new Error(`no message of the server is: ${said}`)
  }
  return found[0] + (more ? `（另有 ${more} 处错误，见 errors）` : '')
}

export const coloursInChinese = text => text.replace(new RegExp(`(["'])(${names})\\1`, 'g'), (all, quote, name) => quote + colours[name] + quote)

export function sampleInChinese(code, language) {
  return coloursInChinese(code)
    .replace(/("msg": ?)("(?:[^"\\]|\\.)+")/g, (all, name, said) => name + JSON.stringify(messageInChinese(JSON.parse(said))))
    .replace(language === 'text' ? new RegExp(`\\b(${names})\\b`, 'g') : /$^/, name => colours[name])
}

/// A page of the reference, whose samples the description has in English.
export const pageInChinese = page => coloursInChinese(page).replace(/^```(\w+)( .*)?\n([^]*?)^```$/gm, (all, language, title = '', code) =>
  `\`\`\`${language}${title}\n${commentsInChinese(askingForChinese(sampleInChinese(code, language)))}\`\`\``)

const comments = {
  'secret, timestamp; hashed without a line break': '参数为密钥和时间戳；计算时不含换行',
  'to continue from there': '以后从这里继续'
}
const commentsInChinese = code => code.replace(/(?<=(?:#|\/\/) )(.+)$/gm, comment => comments[comment] ?? comment)

const askingForChinese = code => code.replace(/^( +-H )"accesstoken: .*" \\$/m, (all, option) => `${all}\n${option}"Accept-Language: zh-CN" \\`)

/// Calls that ask for Chinese, which the English page does not.
export const withoutLanguage = code => code.replace(/ \\\n +-H 'Accept-Language: zh-CN'|\n +'Accept-Language' = 'zh-CN'/g, '')
