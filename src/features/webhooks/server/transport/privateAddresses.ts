import { BlockList, isIP } from 'node:net'

/**
 * Addresses inside a network, or of nobody: of this machine, private ones, those of one link (a cloud's metadata among
 * them), shared, documentation and test ranges, multicast. What is written in IPv6 in place of an IPv4 address counts as
 * that one (mapped, NAT64, 6to4, Teredo).
 */
const ranges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const inside = new BlockList()
for (const [network, bits] of ranges) inside.addSubnet(network, bits, 'ipv4')
const outside = new BlockList()
// Global addresses of IPv6; of these, those that carry others inside or lead nowhere are taken out again.
outside.addSubnet('2000::', 3, 'ipv6')
const taken = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
] as const)
  taken.addSubnet(network, bits, 'ipv6')

/** Is this an address inside, which signals must not reach? What is no address is inside as well. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return inside.check(address, 'ipv4')
  if (version !== 6) return true
  const [plain = address] = address.split('%')
  return !outside.check(plain, 'ipv6') || taken.check(plain, 'ipv6')
}
