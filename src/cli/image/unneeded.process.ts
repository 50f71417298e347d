/** What the image leaves out of node_modules, a folder a line. */
import { unneededFolders } from './serverPackages.ts'

process.stdout.write(`${unneededFolders('.').join('\n')}\n`)
