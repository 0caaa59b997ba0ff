// `npm start` serves another file in place of this one, with the address of its mock.
export const mock = undefined;
