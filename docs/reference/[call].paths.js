import { paths } from '../.vitepress/reference/site.js'
import { english } from '../.vitepress/reference/words.js'

export default { paths: () => paths(english) }
