import { z } from 'zod'

// The policy of the site admits no code made from text. It must be known before the first schema is made.
z.config({ jitless: true })
