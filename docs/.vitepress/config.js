import { defineConfig } from 'vitepress'
import { copyLinkedFiles, linksBesidePages } from './links.js'
import { sidebar } from './pages.js'
import { siteOnly } from './site-only.js'

export default defineConfig({
  title: 'Stockroom',
  description: 'Products and stock of wholesale merchants, by signed calls',
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  outDir: '../target/site',
  cacheDir: '../target/site-cache',
  srcExclude: ['**/node_modules/**', 'samples/**'],
  metaChunk: true,
  markdown: {
    config: md => {
      siteOnly(md)
      linksBesidePages(md)
    }
  },
  buildEnd: copyLinkedFiles,
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebar(),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
    externalLinkIcon: true
  }
})
