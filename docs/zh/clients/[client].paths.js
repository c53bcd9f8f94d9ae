import { pathsOf } from '../../.vitepress/clients.js'

export default { paths: () => pathsOf('zh/') }
