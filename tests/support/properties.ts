import fc from 'fast-check'

// The same draws each time: a change is refused for what it did, not for what was drawn that day. Other draws, to look
// for what nobody found yet: `PROPERTY_SEED=$RANDOM npm test -- --project api`.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_301) })
