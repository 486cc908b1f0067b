import { request } from './client'

export const getFigures = () => request('GET', '/api/dashboard/')

/** Whether the public pages show every change. */
export const getPublishing = () => request('GET', '/api/publishing/')

/** Starts a build as soon as possible, and resolves to the state after that. */
export const publish = () => request('POST', '/api/publishing/')
