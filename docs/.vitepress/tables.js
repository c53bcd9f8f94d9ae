/// A table of three columns and more is too wide for a phone, where the style shows each row as a block. There each cell has the name
/// of its column before it, but for the first.
export function nameCells(md) {
  md.core.ruler.push('name-cells', state => {
    let columns
    let cell
    state.tokens.forEach((token, i) => {
      if (token.type === 'table_open') {
        columns = []
      } else if (token.type === 'th_open') {
        columns.push(state.tokens[i + 1].children.map(it => it.content).join(''))
      } else if (token.type === 'tr_open') {
        cell = 0
      } else if (token.type === 'td_open') {
        const name = columns[cell++]
        if (cell > 1 && columns.length > 2 && name) {
          token.attrSet('data-column', name)
        }
      }
    })
  })
}
