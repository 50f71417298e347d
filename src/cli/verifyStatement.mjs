/*
 * Checks a statement, or a whole history, offline: `node verifyStatement.mjs FILE KEY`. FILE is the proof that came with
 * the statement, or the archive of the history. KEY is the operator's published public key of the log, or a file of it:
 * have it from another source than the proof. Exits with 0 only if the log holds exactly this statement, is signed with
 * this key, and the sums are right. Plain JavaScript for any Node from 18 on, made to be read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'

const need = (isSo, what) => {
  if (!isSo) throw new Error(what)
}
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** Base64 in the one way in which these bytes are written. */
const bytesOf = (text) => {
  const bytes = Buffer.from(String(text), 'base64')
  need(bytes.toString('base64') === text, 'a hash is not written as it should be')
  return bytes
}

/** A JSON value as one text: names in order, no spaces. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort((one, other) => (one < other ? -1 : 1))
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

const cents = (amount) => {
  need(typeof amount === 'number' && Number((Math.round(amount * 100) / 100).toFixed(2)) === amount, 'no amount')
  return BigInt(Math.round(amount * 100))
}
const sum = (amounts) => amounts.reduce((total, amount) => total + cents(amount), 0n)
const isOf = (amounts, total) => sum(amounts) === cents(total)

/** The head of the log (C2SP tlog-checkpoint): how many lines it has, the root over them, signed with the key. */
function signedHead(note, keyText) {
  const [, origin, hash, key] = /^([\w./-]{1,100})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(keyText) ?? []
  need(origin !== undefined, 'this is no key')
  const publicKey = bytesOf(key)
  const keyHash = sha256(`${origin}\n`, publicKey).subarray(0, 4)
  need(publicKey[0] === 1 && keyHash.toString('hex') === hash, 'the key was changed')
  const parts = /^(([^\n]+)\n(0|[1-9]\d*)\n([^\n]{44})\n)\n— ([^\n ]+) ([^\n ]+)\n$/.exec(note)
  need(parts !== null && parts[2] === origin && parts[5] === origin, 'the signed head is not of the log of this key')
  const signature = bytesOf(parts[6])
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey.subarray(1)])
  const isSigned = verify(
    null,
    Buffer.from(parts[1]),
    createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    signature.subarray(4),
  )
  need(signature.subarray(0, 4).equals(keyHash) && isSigned, 'the head of the log is not signed with this key')
  return { size: Number(parts[3]), root: bytesOf(parts[4]) }
}

/** The root to which a line leads (RFC 6962, section 2.1.1). */
function rootOf(leaf, { index, path, size }) {
  need(Number.isSafeInteger(index) && index >= 0 && index < size, 'the line is not in the log')
  let [hash, node, last] = [leaf, index, size - 1]
  for (const step of path.map(bytesOf)) {
    need(last > 0, 'the way through the log is too long')
    const isRight = node % 2 === 1 || node === last
    hash = isRight ? sha256(Buffer.of(1), step, hash) : sha256(Buffer.of(1), hash, step)
    while (isRight && node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  need(last === 0, 'the way through the log is too short')
  return hash
}

/** Does the line say that something of this content was issued to this owner? */
function checkLine({ line, salt }, { owner: { kind, id }, operation, field, content }) {
  const { line: said, changed, commitments } = JSON.parse(line.slice(0, line.indexOf('\n')))
  const isIssue = said.operation === operation && said.object === kind && said.objectId === String(id)
  need(
    isIssue && canonical(changed) === canonical([field]),
    `the line of the log is not about a ${field} of this owner`,
  )
  const committed = sha256(`${salt}\nchanges.0\n${canonical({ before: null, after: content })}`).toString('hex')
  need(commitments['changes.0'] === committed, `the ${field} is not the one that the line of the log is about`)
  return said.at
}

/** Does the line of a proof lead to the head of the log that is signed with this key? */
function checkPath(proof, key) {
  const { size, root } = signedHead(proof.head, key)
  const leaf = sha256(Buffer.of(0), proof.line)
  need(rootOf(leaf, { ...proof, size }).equals(root), 'the line of the log does not lead to its signed head')
}

/** A JSON file as it was written, with these names and no others. */
function readJson(file, names) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  const value = JSON.parse(text)
  need(JSON.stringify(value) === text, 'the file is not written as it was given')
  need(Object.keys(value).sort().join() === names, 'the file has other parts than a proof has')
  return value
}

/** Do the sums of a statement come out, and is it what the ledger says? */
function checkSums({ from, to, lines, adjustments, payments, ...sums }, ledger) {
  const { opening, earned, adjusted, withheld, paid, closing } = sums
  const comes = sum([opening, earned, adjusted]) - sum([withheld, paid])
  need(comes === cents(closing), 'opening, earned, adjusted, withheld and paid do not come to the closing')
  const valuesOf = (rows) => rows.map(({ value }) => value)
  need(isOf(valuesOf(lines), earned), 'the lines do not come to what was earned')
  need(isOf(valuesOf(adjustments), adjusted), 'the adjustments do not come to what was adjusted')
  need(isOf(valuesOf(payments), paid), 'the payments do not come to what was paid')
  const taxes = payments.flatMap((payment) => valuesOf(payment.withheld ?? []))
  need(isOf(taxes, withheld), 'the taxes do not come to what was withheld')
  const brands = lines.filter((line) => line.brands.length > 0)
  need(
    brands.every((line) => isOf(valuesOf(line.brands), line.value)),
    'brands do not come to their line',
  )
  const days = [...lines, ...adjustments, ...payments, ...ledger.postings].map(({ day }) => day)
  need(from <= to && days.every((day) => from <= day && day <= to), 'something is of another day')
  const owed = (kind, id) => sum(ledger.postings.filter((posting) => posting[kind] === id).map(({ amount }) => amount))
  const entries = [...lines, ...adjustments]
  need(
    entries.every(({ entry, value }) => owed('entry', entry) === cents(value)),
    'an entry is not what the ledger has',
  )
  const left = ({ payment, value, withheld: some = [] }) => owed('payment', payment) + sum([value, ...valuesOf(some)])
  need(
    payments.every((payment) => left(payment) === 0n),
    'a payment is not what the ledger has',
  )
  const moved = ledger.postings.map(({ amount }) => amount)
  need(isOf([ledger.opening], opening) && isOf([opening, ...moved], closing), 'the ledger comes to another closing')
}

/** @returns what was checked, and when it was issued @throws Error what is wrong */
export function checkStatement(file, key) {
  const proof = readJson(file, 'head,index,ledger,line,path,salt,statement')
  checkPath(proof, key)
  const { ledger, statement } = proof
  const content = sha256(canonical({ ledger, statement })).toString('hex')
  const about = { owner: statement.owner, operation: 'issueStatement', field: 'statement', content }
  const issuedAt = checkLine(proof, about)
  checkSums(statement, ledger)
  return { statement, issuedAt, line: proof.index + 1 }
}

/** The files of a ZIP archive by name. Every byte of it belongs to one of them or to its directory. */
function filesOf(archive) {
  const end = archive.length - 22
  need(end >= 0 && archive.readUInt32LE(end) === 0x06054b50, 'this is no whole archive')
  const [count, directory] = [archive.readUInt16LE(end + 10), archive.readUInt32LE(end + 16)]
  const files = new Map()
  let [at, next] = [directory, 0]
  for (let index = 0; index < count; index += 1) {
    need(archive.readUInt32LE(at) === 0x02014b50, 'the directory of the archive is broken')
    const [packed, bytes, length] = [20, 24, 28].map((place) =>
      place === 28 ? archive.readUInt16LE(at + place) : archive.readUInt32LE(at + place),
    )
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const begin = archive.readUInt32LE(at + 42)
    const isHere = begin === next && archive.readUInt32LE(begin) === 0x04034b50
    need(
      isHere && archive.toString('utf8', begin + 30, begin + 30 + length) === name,
      `${name} is not where it should be`,
    )
    const content = inflateRawSync(archive.subarray(begin + 30 + length, begin + 30 + length + packed))
    need(content.length === bytes && !files.has(name), `${name} is not what the directory says`)
    files.set(name, content)
    next = begin + 30 + length + packed + 16
    at += 46 + length
  }
  need(next === directory && at === end, 'the archive holds more than its files')
  return files
}

/** Do the statements of a history go on one from the other, in each currency? */
function checkChain(statements) {
  for (const currency of new Set(statements.map((each) => each.currency))) {
    const own = statements.filter((each) => each.currency === currency)
    own.sort((one, other) => (one.from < other.from ? -1 : 1))
    own.slice(1).forEach((each, index) => {
      const before = own[index]
      const dayAfter = new Date(Date.parse(before.to) + 86_400_000).toISOString().slice(0, 10)
      need(each.from === dayAfter && each.opening === before.closing, `the statement from ${each.from} does not go on`)
    })
  }
}

/**
 * Checks a history: that every file is there as its manifest says it, that the manifest was issued to its owner, and
 * every statement by itself and with the one before.
 * @returns what was checked @throws Error what is wrong
 */
export function checkHistory(archive, key) {
  const files = filesOf(archive)
  const [manifest, proofFile] = ['manifest.json', 'manifest.proof.json'].map((name) => {
    need(files.has(name), `${name} is missing`)
    return files.get(name)
  })
  const proof = readJson(proofFile, 'head,index,line,path,salt')
  checkPath(proof, key)
  const said = JSON.parse(manifest.toString('utf8'))
  const content = sha256(manifest).toString('hex')
  const issuedAt = checkLine(proof, { owner: said.owner, operation: 'issueHistory', field: 'history', content })
  for (const { name, bytes, sha256: hash } of said.files) {
    const file = files.get(name)
    need(file !== undefined, `${name} is missing`)
    need(file.length === bytes && sha256(file).toString('hex') === hash, `${name} was changed`)
  }
  need(files.size === said.files.length + 2, 'there are files that the manifest does not name')
  const statements = [...files.entries()]
    .filter(([name]) => name.startsWith('statements/'))
    .map(([, file]) => checkStatement(file, key).statement)
  const { kind, id } = said.owner
  need(
    statements.every(({ owner }) => owner.kind === kind && owner.id === id),
    'a statement is of another owner',
  )
  checkChain(statements)
  return {
    owner: said.owner,
    madeAt: said.madeAt,
    issuedAt,
    line: proof.index + 1,
    files: files.size,
    statements: statements.length,
  }
}

/** What is said of a file that is right. */
function rightText(file, key) {
  if (file.readUInt32LE(0) === 0x04034b50) {
    const { owner, issuedAt, line, files, statements } = checkHistory(file, key)
    return `Right: the history of ${owner.name} (${owner.kind} ${owner.id}), ${files} files, ${statements} statements, issued at ${issuedAt}, line ${line} of the log.`
  }
  const { statement, issuedAt, line } = checkStatement(file, key)
  const { owner, from, to, currency, opening, closing } = statement
  return `Right: the statement of ${owner.name} (${owner.kind} ${owner.id}), ${from} to ${to}, ${currency}: ${opening.toFixed(2)} to ${closing.toFixed(2)}, issued at ${issuedAt}, line ${line} of the log.`
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    const [file, key] = process.argv.slice(2)
    need(key !== undefined, 'use: node verifyStatement.mjs FILE KEY')
    const keyText = existsSync(key) ? readFileSync(key, 'utf8').replace(/\n$/, '') : key
    console.log(rightText(readFileSync(file), keyText))
  } catch (error) {
    console.error(`WRONG: ${error.message}.`)
    process.exitCode = 1
  }
}
