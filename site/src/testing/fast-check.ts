import fc from 'fast-check'

// The same inputs in each run; with RANDOM_INPUTS, which scripts/test all sets, others in each.
if (!process.env['RANDOM_INPUTS']) fc.configureGlobal({ seed: 1 })

export default fc
