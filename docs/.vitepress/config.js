import { defineConfig } from 'vitepress'
import { copyLinkedFiles, linksBesidePages } from './links.js'
import { sidebar } from './pages.js'
import { siteOnly } from './site-only.js'

const base = process.env.SITE_BASE ?? '/'

export default defineConfig({
  title: 'Stockroom',
  description: 'Products and stock of wholesale merchants, by signed calls',
  lang: 'en',
  base,
  outDir: '../target/site',
  cacheDir: '../target/site-cache',
  srcExclude: ['**/node_modules/**', 'samples/**'],
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  markdown: {
    config: md => {
      siteOnly(md)
      linksBesidePages(md)
    }
  },
  transformPageData: page => {
    if (page.relativePath === 'index.md') {
      page.frontmatter.aside = false // the doors are all there is
    }
  },
  buildEnd: copyLinkedFiles,
  themeConfig: {
    logo: '/favicon.svg',
    search: { provider: 'local' },
    sidebar: sidebar(),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
    externalLinkIcon: true
  }
})
