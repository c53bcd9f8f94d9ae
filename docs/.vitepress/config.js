import { existsSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { breakNames } from './breaks.js'
import { joinChineseLines, searchTexts, themeTexts, tokenize } from './chinese.js'
import { copyLinkedFiles, linksBesidePages } from './links.js'
import { navigation, repositoryLink } from './navigation.js'
import { docs, inOtherLanguage, sidebar } from './pages.js'
import { pairSamples } from './reference/pairs.js'
import { copyDescription, insertions, linkNames, searchSections, withReference } from './reference/site.js'
import { chinese, english } from './reference/words.js'
import { siteOnly } from './site-only.js'
import { nameCells } from './tables.js'

const base = process.env.SITE_BASE ?? '/'

export default defineConfig({
  title: 'Stockroom',
  base,
  outDir: '../target/site',
  cacheDir: '../target/site-cache',
  srcExclude: ['**/node_modules/**', 'samples/**'],
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  locales: {
    root: { label: 'English', lang: 'en', description: 'Products and stock of wholesale merchants, by signed calls' },
    zh: {
      label: '简体中文',
      lang: 'zh-Hans',
      description: '批发商家的商品与库存接口，调用需签名',
      themeConfig: { ...themeTexts, nav: navigation(chinese), sidebar: withReference(sidebar('zh'), chinese) }
    }
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config: md => {
      siteOnly(md)
      insertions(md)
      linkNames(md)
      pairSamples(md)
      linksBesidePages(md)
      joinChineseLines(md)
      nameCells(md)
      breakNames(md)
    }
  },
  transformPageData: page => {
    if (/^(zh\/)?index\.md$/.test(page.relativePath)) {
      Object.assign(page.frontmatter, { aside: false, sidebar: false, pageClass: 'home' })
    }
    page.frontmatter.translated = existsSync(`${docs}/${inOtherLanguage(page.filePath)}`)
  },
  buildEnd: site => {
    copyLinkedFiles(site)
    copyDescription(site)
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: navigation(english),
    socialLinks: repositoryLink,
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          _splitIntoSections: searchSections,
          options: { tokenize },
          // who searches usually calls or runs the service, and does not change it; the pages of five clients repeat one another
          searchOptions: {
            boostDocument: address =>
              /\/(adding-|decisions\/|architecture|performance)/.test(address) ? 0.3 : /\/clients\//.test(address) ? 0.5 : /\/(reference\/|limits|signing)/.test(address) ? 2 : 1
          }
        },
        locales: { zh: { translations: searchTexts } }
      }
    },
    sidebar: withReference(sidebar(), english),
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: true
  }
})
