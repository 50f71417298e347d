import type { Plugin } from 'vite'

const stylesheets = /\s*<link rel="stylesheet"[^>]*>/g

/**
 * Puts the page's stylesheets behind its skeleton: in the head they would keep it from being drawn for as long as they
 * are on their way.
 */
export function skeletonFirst(): Plugin {
  return {
    name: 'skeleton-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (page) =>
        page
          .replace(stylesheets, '')
          .replace(
            /\s*<noscript>/,
            (noscript) =>
              `${(page.match(stylesheets) ?? []).map((link) => `\n    ${link.trim()}`).join('')}${noscript}`,
          ),
    },
  }
}
