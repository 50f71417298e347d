import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg)$/
/** Shorter files gain nothing. */
const compressFromBytes = 1024
/** 11 takes five times as long for 2 % less. */
const brotliQuality = 10

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < compressFromBytes) return
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, options),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}

/**
 * Compresses the files of the built pages once, so that the server sends them as they are; the page itself is completed
 * by the server.
 */
export function compressPages(): Plugin {
  let folder = ''
  return {
    name: 'compress-pages',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compressFile(join(folder, file))))
    },
  }
}
