import { isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name the network: whoever has one address has 2^64 of them, so they count as one. */
const networkGroups = 4
const mappedPrefix = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** What is counted as one client: an IPv4 address (as IPv6, too), or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const mapped = mappedPrefix.exec(bare)?.[1]
  if (mapped) return mapped
  const [before = '', after] = bare.split('::')
  const groupsOf = (text: string | undefined) => (text ? text.split(':') : [])
  // A dotted end stands for two groups; it is never part of the network.
  const count = (groups: readonly string[]) => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0)
  const [left, right] = [groupsOf(before), groupsOf(after)]
  const zeros = Array<string>(Math.max(8 - count(left) - count(right), 0)).fill('0')
  const all = after === undefined ? left : [...left, ...zeros, ...right]
  return `${all
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
