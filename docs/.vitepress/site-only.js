// A comment `<!-- site: X -->` is X on the site. The repository's own view of a page does not know how to include a file or
// to show tabs, and sees nothing there.
const comment = /^<!-- site: (.*) -->$/gm

export function siteOnly(md) {
  md.core.ruler.before('normalize', 'site-only', state => {
    state.src = state.src.replace(comment, '$1')
  })
}
