#include "parsers/ctime.h"

#include <glib.h>
#include <string.h>

bool ctime_iso(const char *s, size_t n, char iso[20])
{
	static const char form[] = "www mmm d# ##:##:## ####";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const char *month = n >= 24 ? memmem(months, sizeof(months) - 1, s + 4, 3) : NULL;
	int number = month ? (int)(month - months) / 3 + 1 : 0;

	if (!number || (month - months) % 3)
		return false;
	for (size_t i = 0; i < sizeof(form) - 1; i++)
		if ((form[i] == '#' && !g_ascii_isdigit(s[i])) || (form[i] == ':' && s[i] != ':'))
			return false;
	memcpy(iso, "yyyy-mm-ddThh:mm:ss", 20);
	memcpy(iso, s + 20, 4);
	iso[5] = (char)('0' + number / 10);
	iso[6] = (char)('0' + number % 10);
	iso[8] = s[8] == ' ' ? '0' : s[8];
	iso[9] = s[9];
	memcpy(iso + 11, s + 11, 8);
	return true;
}
