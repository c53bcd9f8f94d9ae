/// Where long names may break. Without these places a name in a narrow column, or in a heading on a phone, breaks in the middle of
/// a word. In text, a short name does not break.

const MAX_WHOLE = 22 // characters; a phone has room for 36

const afterSeparator = /(?<=\w{2})(?:[_/=](?=\w{2})|\.(?=\w{5}))/g
const beforeCapital = /(?<=[a-z0-9]{2})(?=[A-Z][a-z])/g
const longRun = /[A-Za-z0-9]{16}(?=[A-Za-z0-9]{5})/g

/// Marks the places in each word that is longer than a column of a phone.
const broken = (html, places) =>
  html.replace(/[^\s<>]{17,}(?![^<>]*>)/g, word => places.reduce((text, place) => text.replace(place, '$&<wbr>'), word))

export function breakNames(md) {
  for (const [rule, places] of [['code_inline', [afterSeparator, beforeCapital, longRun]], ['text', [afterSeparator, beforeCapital]]]) {
    const render = md.renderer.rules[rule]
    md.renderer.rules[rule] = (tokens, i, ...rest) => {
      if (rule === 'code_inline' && !tokens[i].meta?.narrow && tokens[i].content.length <= MAX_WHOLE) {
        tokens[i].attrSet('class', 'whole')
      }
      const html = render(tokens, i, ...rest)
      return tokens[i].meta?.narrow ? broken(html, places) : html
    }
  }

  md.core.ruler.push('break-names', state => {
    let narrow = false
    for (const { type, children } of state.tokens) {
      if (/^(table|heading)_(open|close)$/.test(type)) {
        narrow = type.endsWith('open')
      }
      if (narrow) {
        children?.forEach(token => { token.meta = { ...token.meta, narrow } })
      }
    }
  })
}
