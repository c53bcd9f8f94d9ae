import { dataSymbol, useData } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { computed, h, provide } from 'vue'
import { rememberLanguage } from './language-tabs.js'
import Parts from './Parts.vue'
import './style.css'
import './reference.css'

export default {
  ...theme,
  enhanceApp: ({ app }) => app.component('Parts', Parts),
  Layout: {
    setup() {
      const data = useData()
      // the language switch leads to the same page if it is translated, and to the first page otherwise
      const i18nRouting = computed(() => data.frontmatter.value.translated === true)
      provide(dataSymbol, { ...data, theme: computed(() => ({ ...data.theme.value, i18nRouting: i18nRouting.value })) })
      rememberLanguage()
      return () => h(theme.Layout)
    }
  }
}
