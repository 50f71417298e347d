/** `{clickid}`, `{{player.id}}`, `${payout}`, `#{id}`, wherever they stand; and values that are nothing but `%id%`, `[id]`, `<id>` or `__ID__`. */
const macro = /\{[^{}]*\}|^(%{1,2})[\w.-]+\1$|^\[[\w.-]+\]$|^<[\w.-]+>$|^__[A-Z0-9_]+__$/

/** Whether a value still holds the placeholder that the sender's system should have filled in. */
export const isUnexpandedMacro = (value: string): boolean => macro.test(value.trim())
