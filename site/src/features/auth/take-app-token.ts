import { takeAppToken } from './app-token'

// A module, because imports run before what stands between them.
takeAppToken()
