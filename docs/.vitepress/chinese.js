// What the site needs beyond pages to be read in Chinese: the theme's own texts, search, and lines that join without a space.

/// Joins lines: between Chinese characters, or beside full-width punctuation, the end of a line is no space. Nor is there one after
/// bold text that ends with such punctuation, where Markdown needs it.
export function joinChineseLines(md) {
  const ends = /[\p{Script=Han}、。，；：？！（）「」《》“”…]$/u
  const begins = /^[\p{Script=Han}、。，；：？！（）「」《》“”…]/u
  const punctuation = /[、。，；：？！（）「」《》]/
  md.core.ruler.after('inline', 'join-chinese-lines', state => {
    for (const { children } of state.tokens) {
      children?.forEach((token, i) => {
        const next = children[i + 1]
        if (token.type === 'strong_close' && next?.type === 'text' && punctuation.test(textBeside(children, i, -1).at(-1))) {
          next.content = next.content.trimStart()
        }
        if (token.type !== 'softbreak') {
          return
        }
        const before = textBeside(children, i, -1)
        const after = textBeside(children, i, 1)
        if ((ends.test(before) && begins.test(after)) || punctuation.test(before.at(-1)) || punctuation.test(after[0])) {
          token.type = 'text'
          token.content = ''
        }
      })
    }
  })
}

/// Bold and links have marks of their own between the text and the end of the line.
function textBeside(tokens, at, step) {
  for (let i = at + step; tokens[i]; i += step) {
    if (tokens[i].content) {
      return tokens[i].type === 'code_inline' ? '`' : tokens[i].content
    }
  }
  return ''
}

/// Words as everywhere; Chinese, which has no spaces, by pairs of characters. The browser runs it too, so it must stand alone.
export function tokenize(text) {
  return text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap(word =>
    (word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []).flatMap(run => {
      const characters = [...run]
      return /\p{Script=Han}/u.test(run) && characters.length > 2
        ? characters.slice(1).map((character, i) => characters[i] + character)
        : [run]
    })
  )
}

export const searchTexts = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索文档' },
  modal: {
    displayDetails: '显示详情',
    resetButtonTitle: '清除',
    backButtonTitle: '关闭搜索',
    noResultsText: '没有找到相关内容：',
    footer: {
      selectText: '打开',
      selectKeyAriaLabel: '回车键',
      navigateText: '切换',
      navigateUpKeyAriaLabel: '向上键',
      navigateDownKeyAriaLabel: '向下键',
      closeText: '关闭',
      closeKeyAriaLabel: 'Esc 键'
    }
  }
}

export const themeTexts = {
  outline: { level: [2, 3], label: '本页目录' },
  docFooter: { prev: '上一页', next: '下一页' },
  sidebarMenuLabel: '目录',
  returnToTopLabel: '回到顶部',
  langMenuLabel: '切换语言',
  skipToContentLabel: '跳到正文',
  darkModeSwitchLabel: '外观',
  lightModeSwitchTitle: '切换到浅色',
  darkModeSwitchTitle: '切换到深色',
  notFound: { title: '没有这个页面', quote: '地址可能有误，或页面已经移动。', linkLabel: '回到首页', linkText: '回到首页' }
}
