// A comment `<!-- site: X -->` becomes X on the site. The repository's view of a page cannot include files or show
// tabs, and hides the comment.
const comment = /^<!-- site: (.*) -->$/gm

export function siteOnly(md) {
  md.core.ruler.before('normalize', 'site-only', state => {
    state.src = state.src.replace(comment, '$1')
  })
}
