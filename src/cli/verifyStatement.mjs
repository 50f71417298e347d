/*
 * Checks a statement without asking anybody: `node verifyStatement.mjs PROOF KEY`. PROOF is the file that came with the
 * statement, KEY the public key of the operator's log, which they publish (or a file of it): have it from elsewhere than
 * the proof. It ends with 0 only where the statement is the one that was written into the log, where the log was signed
 * with this key, and where its sums are right. Plain JavaScript for any Node from 18 on, made to be read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

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

/** Does the line say that this statement was issued? */
function checkLine({ line, salt, statement, ledger }) {
  const { line: said, changed, commitments } = JSON.parse(line.slice(0, line.indexOf('\n')))
  const { kind, id } = statement.owner
  const isIssue = said.operation === 'issueStatement' && said.object === kind && said.objectId === String(id)
  need(isIssue && canonical(changed) === '["statement"]', 'the line of the log is not about a statement of this owner')
  const content = sha256(canonical({ ledger, statement })).toString('hex')
  const committed = sha256(`${salt}\nchanges.0\n${canonical({ before: null, after: content })}`).toString('hex')
  need(commitments['changes.0'] === committed, 'the statement is not the one that the line of the log is about')
  return said.at
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
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  const proof = JSON.parse(text)
  need(JSON.stringify(proof) === text, 'the file is not written as it was given')
  const names = 'head,index,ledger,line,path,salt,statement'
  need(Object.keys(proof).sort().join() === names, 'the file has other parts than a proof has')
  const { size, root } = signedHead(proof.head, key)
  const leaf = sha256(Buffer.of(0), proof.line)
  need(rootOf(leaf, { ...proof, size }).equals(root), 'the line of the log does not lead to its signed head')
  const issuedAt = checkLine(proof)
  checkSums(proof.statement, proof.ledger)
  return { statement: proof.statement, issuedAt, line: proof.index + 1 }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    const [file, key] = process.argv.slice(2)
    need(key !== undefined, 'use: node verifyStatement.mjs PROOF KEY')
    const keyText = existsSync(key) ? readFileSync(key, 'utf8').replace(/\n$/, '') : key
    const { statement, issuedAt, line } = checkStatement(readFileSync(file), keyText)
    const { owner, from, to, currency, opening, closing } = statement
    console.log(
      `Right: the statement of ${owner.name} (${owner.kind} ${owner.id}), ${from} to ${to}, ${currency}: ${opening.toFixed(2)} to ${closing.toFixed(2)}, issued at ${issuedAt}, line ${line} of the log.`,
    )
  } catch (error) {
    console.error(`WRONG: ${error.message}.`)
    process.exitCode = 1
  }
}
