import theme from 'vitepress/theme-without-fonts'
import Parts from './Parts.vue'
import { rememberLanguage } from './language-tabs.js'
import './style.css'
import './reference.css'

export default {
  ...theme,
  enhanceApp: ({ app, router }) => {
    app.component('Parts', Parts)
    rememberLanguage(router)
  }
}
