import { defineConfig } from 'vitepress'
import { copyLinkedFiles, linksBesidePages } from './links.js'
import { sidebar } from './pages.js'
import { copyDescription, insertions, searchSections } from './reference/site.js'
import { english } from './reference/words.js'
import { navigation, repositoryLink } from './navigation.js'
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
      insertions(md)
      linksBesidePages(md)
    }
  },
  transformPageData: page => {
    if (page.relativePath === 'index.md') {
      page.frontmatter.aside = false // the doors are all there is
    }
  },
  buildEnd: site => {
    copyLinkedFiles(site)
    copyDescription(site)
  },
  themeConfig: {
    logo: '/favicon.svg',
    search: { provider: 'local', options: { miniSearch: { _splitIntoSections: searchSections } } },
    nav: navigation(english),
    socialLinks: repositoryLink,
    sidebar: sidebar(),
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: true
  }
})
