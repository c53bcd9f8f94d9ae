// Whoever has chosen a language for one sample sees it in all samples, on every page.
const KEY = 'language-of-samples'

export function rememberLanguage(router) {
  if (typeof window === 'undefined') {
    return
  }
  window.addEventListener('click', event => {
    const label = event.isTrusted && event.target.closest?.('.vp-code-group .tabs label')
    if (label && label.closest('.vp-code-group').querySelector('[data-title="curl"]')) {
      localStorage.setItem(KEY, label.dataset.title)
      choose(label.dataset.title)
    }
  })
  const show = () => requestAnimationFrame(() => choose(localStorage.getItem(KEY)))
  router.onAfterPageLoad = show
  window.addEventListener('load', show)
}

function choose(language) {
  for (const label of document.querySelectorAll('.vp-code-group .tabs label')) {
    const input = document.getElementById(label.htmlFor)
    if (label.dataset.title === language && !input.checked) {
      input.click()
    }
  }
}
