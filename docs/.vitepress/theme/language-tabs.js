// The language chosen for one sample applies to all samples on every page. The layout calls this when it is set up.
import { onContentUpdated } from 'vitepress'
import { onMounted } from 'vue'

const KEY = 'language-of-samples'

export function rememberLanguage() {
  onContentUpdated(() => choose(localStorage.getItem(KEY)))
  onMounted(() => window.addEventListener('click', event => {
    const label = event.target.closest?.('.vp-code-group .tabs label')
    if (label?.closest('.tabs').querySelector('[data-title="curl"]')) {
      localStorage.setItem(KEY, label.dataset.title)
      choose(label.dataset.title)
    }
  }))
}

function choose(language) {
  for (const tabs of document.querySelectorAll('.vp-code-group .tabs')) {
    const titles = [...tabs.querySelectorAll('label')].map(label => label.dataset.title)
    const chosen = titles.indexOf(language)
    if (chosen >= 0) {
      tabs.querySelectorAll('input')[chosen].checked = true
      const blocks = tabs.parentElement.querySelector('.blocks')
      ;[...blocks.children].forEach((block, i) => block.classList.toggle('active', i === chosen))
    }
  }
}
