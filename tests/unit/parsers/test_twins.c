#include "parsers/twins.h"

static struct twin run(guint64 print, guint32 rank, guint64 extra)
{
	return (struct twin){.print = print, .rank = rank, .extra = {extra, 0}};
}

static struct twins *four_inputs(struct twins_view view[4])
{
	static const char *const names[] = {"a", "b", "c", "d"};
	struct twins *twins = twins_new();

	for (guint32 i = 0; i < 4; i++)
		view[i] = (struct twins_view){twins, names[i], i, i == 3 ? 77 : 0};
	return twins;
}

static const char *better(const struct twins_view *view, guint64 print, guint32 rank)
{
	struct twin twin = run(print, rank, 0);

	return twins_better(view, &twin);
}

static void test_kept(void)
{
	struct twins_view view[4];
	struct twins *twins = four_inputs(view);

	twins_note(&view[0], run(5, 0, 64));
	twins_note(&view[0], run(6, 0, 0));
	twins_note(&view[1], run(5, 1, 0));
	twins_note(&view[2], run(5, 1, 0));
	twins_note(&view[2], run(9, 1, 0));
	twins_note(&view[2], run(9, 1, 0));
	twins_note(&view[3], run(5, 1, 0));
	twins_settle(twins);

	g_assert_cmpstr(better(&view[0], 5, 0), ==, "b"); /* the greater rank */
	g_assert_cmpstr(better(&view[1], 5, 1), ==, NULL);
	g_assert_cmpstr(better(&view[2], 5, 1), ==, "b"); /* the earlier input */
	g_assert_cmpstr(better(&view[0], 6, 0), ==, NULL);
	g_assert_cmpstr(better(&view[2], 9, 1), ==, NULL); /* repeats inside one input */
	g_assert_cmpstr(better(&view[3], 5, 1), ==, NULL); /* other levels are said of it */
	g_assert_cmpstr(better(&view[1], 7, 1), ==, NULL); /* never noted */
	twins_free(twins);
}

static void test_extras(void)
{
	struct twins_view view[4];
	struct twins *twins = four_inputs(view);
	struct twin twin = run(5, 1, 0);

	twins_note(&view[0], run(5, 0, 64));
	twins_note(&view[1], twin);
	twins_settle(twins);
	g_assert_null(twins_better(&view[1], &twin));
	g_assert_cmpuint(twin.extra[0], ==, 64);
	g_assert_cmpuint(twin.extra[1], ==, 0);
	twin.extra[0] = 32; /* what it knows stays */
	g_assert_null(twins_better(&view[1], &twin));
	g_assert_cmpuint(twin.extra[0], ==, 32);
	twins_free(twins);
}

static void test_nothing(void)
{
	const struct twins_view nobody = {NULL, NULL, 0, 0};
	struct twins_view view[4];
	struct twins *twins = four_inputs(view);

	twins_note(&view[0], run(0, 0, 0)); /* too little is known of it */
	twins_note(&view[1], run(0, 1, 0));
	twins_settle(twins);
	g_assert_null(better(&view[0], 0, 0));
	g_assert_null(better(&nobody, 5, 0));
	twins_free(twins);
	twins_free(NULL);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/twins/kept", test_kept);
	g_test_add_func("/twins/extras", test_extras);
	g_test_add_func("/twins/nothing", test_nothing);
	return g_test_run();
}
