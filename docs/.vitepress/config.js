import { existsSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { joinChineseLines, searchTexts, themeTexts, tokenize } from './chinese.js'
import { copyLinkedFiles, linksBesidePages } from './links.js'
import { docs, inOtherLanguage, sidebar } from './pages.js'
import { siteOnly } from './site-only.js'

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
      themeConfig: { ...themeTexts, sidebar: sidebar('zh') }
    }
  },
  markdown: {
    config: md => {
      siteOnly(md)
      linksBesidePages(md)
      joinChineseLines(md)
    }
  },
  transformPageData: page => {
    if (/^(zh\/)?index\.md$/.test(page.relativePath)) {
      page.frontmatter.aside = false // the doors are all there is
    }
    page.frontmatter.translated = existsSync(`${docs}/${inOtherLanguage(page.relativePath)}`)
  },
  buildEnd: copyLinkedFiles,
  themeConfig: {
    logo: '/favicon.svg',
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          options: { tokenize },
          // who searches usually calls or runs the service, and does not change it
          searchOptions: { boostDocument: address => (/\/(adding-|decisions\/|architecture)/.test(address) ? 0.3 : 1) }
        },
        locales: { zh: { translations: searchTexts } }
      }
    },
    sidebar: sidebar(),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
    externalLinkIcon: true
  }
})
