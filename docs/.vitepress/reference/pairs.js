// Two samples in a row with the same title share a tab: the call with the client, and below it the request by hand.
import { wordsOf } from './words.js'

export function pairSamples(md) {
  md.core.ruler.after('block', 'pair-samples', state => {
    state.tokens = state.tokens.filter((token, i, all) => {
      const first = all[i - 1]
      const isSecond = token.type === 'fence' && first?.type === 'fence' && token.info === first.info && token.info.includes('[')
      if (isSecond) {
        first.meta = { byHand: token }
      }
      return !isSecond
    })
  })

  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    const client = tokens[i]
    if (!client.meta?.byHand) {
      return fence(tokens, i, options, env, self)
    }
    // VitePress marks the first tab
    const isActive = client.info.endsWith(' active')
    client.info = client.info.replace(/ active$/, '')
    const words = wordsOf(env.relativePath)
    const sample = (label, token) => `<p>${label}</p>\n${fence([token], 0, options, env, self)}`
    const both = sample(words.withClient, client) + sample(words.byHand, client.meta.byHand)
    return `<div class="pair vp-block${isActive ? ' active' : ''}">${both}</div>\n`
  }
}
