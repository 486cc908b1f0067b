/** The licences that a release may contain, and how their texts are recognised. */

const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'public domain',
])

/** Parts with other licences, and why they may be used. */
export const exceptions = {
  'libheif-js': 'LGPL-3.0: unmodified, in separate files that anyone can replace',
}

/** Matches these words, however they are broken into lines. */
const words = (text) => new RegExp(text.replaceAll(' ', '\\s+'), 'i')
const binaryForms = 'Redistribution and use in source and binary forms'
const endorsement = '[^]+\\b(?:endorse|promote)\\b'
const wordings = [
  ['Apache-2.0', words('Apache License,? Version 2\\.0|apache\\.org/licenses/LICENSE-2\\.0')],
  [
    'MIT',
    words('Permission is hereby granted, free of charge, to any person obtaining a copy of this software'),
  ],
  ['ISC', words('Permission to use, copy, modify, and(?:/or)? distribute this software for any purpose')],
  ['BSD-3-Clause', words(binaryForms + endorsement)],
  ['BSD-2-Clause', words(`${binaryForms}(?!${endorsement})`)],
  ['OFL-1.1', words('SIL OPEN FONT LICENSE Version 1\\.1')],
  ['public domain', words('(?:dedicated to|released into) the public domain')],
  ['GPL', words('GNU (?:AFFERO |LESSER )?GENERAL PUBLIC LICENSE')],
  ['MPL-2.0', words('Mozilla Public License,? (?:Version|v\\.) 2\\.0')],
]

/** Returns the names of the licences in a text, which may contain several. */
export const licencesIn = (text) => wordings.filter(([, wording]) => wording.test(text)).map(([name]) => name)

/** Whether a part of this name may be in a release with these licences. */
export const isAllowed = (name, licences) =>
  name in exceptions || (licences.length > 0 && licences.every((licence) => allowed.has(licence)))
