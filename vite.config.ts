import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// The pages are built from src/admin; the tests run from the top.
const isTest = process.env['VITEST'] !== undefined

export default defineConfig({
  root: isTest ? '.' : 'src/admin',
  publicDir: false,
  plugins: [react()],
  // Where the pages find the API: the same origin unless API_HOST says otherwise at build time.
  envPrefix: ['VITE_', 'API_HOST'],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures stay files, so that the page's content policy needs no `data:`.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
