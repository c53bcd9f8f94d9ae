import theme from 'vitepress/theme-without-fonts'
import { rememberLanguage } from './language-tabs.js'
import './style.css'
import './reference.css'

export default {
  ...theme,
  enhanceApp: ({ router }) => rememberLanguage(router)
}
