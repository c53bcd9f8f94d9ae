import { paths } from '../../.vitepress/reference/site.js'
import { chinese } from '../../.vitepress/reference/words.js'

export default { paths: () => paths(chinese) }
